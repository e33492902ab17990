import { type Candidates, type CompletionContext, isEmpty } from './completion-context.js'

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

const hashtable = (entries: readonly (readonly [key: string, value: string])[]) =>
  `[ordered]@{ ${entries.map(([key, value]) => `${quote(key)} = ${value}`).join('; ')} }`

const candidateTable = ({ words, includesFiles, ids }: Candidates) =>
  `@{ Words = @(${words.map(quote).join(', ')}); Files = ${includesFiles ? '$true' : '$false'}; Ids = ${quote(ids ?? '')} }`

function renderContext({ commandPath, subcommands, flags, operands }: CompletionContext): string {
  const valueFlags = flags.flatMap(({ name, valueCandidates }) =>
    valueCandidates === undefined ? [] : [[name, candidateTable(valueCandidates)] as const],
  )
  // Trailing operands without candidates would offer nothing.
  const lastOperand = operands.findLastIndex((candidates) => !isEmpty(candidates))
  return `        ${quote(commandPath)} = @{
            Subcommands = ${hashtable(subcommands.map(([name, description]) => [name, quote(description)]))}
            Flags = ${hashtable(flags.map(({ name, help }) => [name, quote(help)]))}
            FlagValues = ${hashtable(valueFlags)}
            Operands = @(${operands
              .slice(0, lastOperand + 1)
              .map(candidateTable)
              .join(', ')})
        }`
}

/** Works with Windows PowerShell 5.1 and PowerShell 7. */
export function renderPowerShellCompletion(contexts: readonly CompletionContext[]): string {
  return `# Completion of mds-sandbox for PowerShell. To use it, add this line to the file $PROFILE:
#   mds-sandbox completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName 'mds-sandbox' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $contexts = @{
${contexts.map(renderContext).join('\n')}
    }

    $path = ''
    $flag = ''
    $operands = 0
    foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
        if ($element.Extent.EndOffset -ge $cursorPosition) { break }
        $word = $element.ToString()
        $next = "$path $word".Trim()
        if ($flag -ne '') { $flag = '' }
        elseif ($word.StartsWith('-')) { if ($contexts[$path].FlagValues.Contains($word)) { $flag = $word } }
        elseif ($operands -eq 0 -and $contexts.ContainsKey($next)) { $path = $next }
        else { $operands++ }
    }

    $context = $contexts[$path]
    $current = "$wordToComplete"
    $prefix = ''
    if ($flag -eq '' -and $current -match '^(--[^=]+)=(.*)$') {
        $flag = $Matches[1]
        $current = $Matches[2]
        $prefix = "$flag="
    }

    $offers = [ordered]@{}
    $files = $false
    $candidates = $null
    if ($flag -ne '') { $candidates = $context.FlagValues[$flag] }
    elseif ($current.StartsWith('-')) { $offers = $context.Flags }
    else {
        if ($operands -eq 0) { foreach ($name in $context.Subcommands.Keys) { $offers[$name] = $context.Subcommands[$name] } }
        if ($operands -lt $context.Operands.Count) { $candidates = $context.Operands[$operands] }
    }
    if ($null -ne $candidates) {
        foreach ($name in $candidates.Words) { $offers[$name] = $name }
        if ($candidates.Ids -ne '') {
            foreach ($name in (mds-sandbox completion ids $candidates.Ids 2>$null)) { $offers[$name] = $name }
        }
        $files = $candidates.Files
    }

    foreach ($name in $offers.Keys) {
        if ($name.StartsWith($current, [StringComparison]::OrdinalIgnoreCase)) {
            [System.Management.Automation.CompletionResult]::new("$prefix$name", $name, 'ParameterValue', $offers[$name])
        }
    }
    if ($files) {
        foreach ($file in [System.Management.Automation.CompletionCompleters]::CompleteFilename($current)) {
            [System.Management.Automation.CompletionResult]::new("$prefix$($file.CompletionText)", $file.ListItemText, $file.ResultType, $file.ToolTip)
        }
    }
}
`
}
