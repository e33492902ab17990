import { type Candidates, type CompletionContext, isEmpty } from './completion-context.js'

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const quoteWords = (words: readonly string[]) => quote(words.join(' '))

export function renderFishCompletion(contexts: readonly CompletionContext[]): string {
  const commandPaths = contexts.flatMap(({ commandPath }) => (commandPath === '' ? [] : [commandPath]))
  const commandCases = commandPaths.map((commandPath) => {
    const [command, subcommand] = commandPath.split(' ')
    return `            case ${quote(subcommand === undefined ? `:${command}` : `${command}:${subcommand}`)}\n                set at ${quote(commandPath)}`
  })
  const valueFlags = contexts.flatMap(({ commandPath, flags }) =>
    flags.flatMap(({ name, valueCandidates }) =>
      valueCandidates === undefined ? [] : [quote(`${commandPath}:${name}`)],
    ),
  )
  const completeLines = contexts.flatMap(({ commandPath, subcommands, flags, operands }) => [
    ...subcommands.map(([word, description]) =>
      completeLine(`${commandPath}:0`, `-a ${quote(word)} -d ${quote(description)}`),
    ),
    ...operands.flatMap((value, i) =>
      isEmpty(value) ? [] : [completeLine(`${commandPath}:${i}`, candidateOptions(value))],
    ),
    ...flags.map(({ name, help, valueCandidates }) =>
      completeLine(
        `${commandPath}:`,
        `-l ${name.slice(2)} -d ${quote(help)}${valueCandidates === undefined ? '' : ` ${valueCandidates.includesFiles ? '-r' : '-x'} ${candidateOptions(valueCandidates)}`}`,
      ),
    ),
  ])
  return `# Completion of mds-sandbox for fish. To use it, run this once:
#   mds-sandbox completion fish > ~/.config/fish/completions/mds-sandbox.fish

# Whether the words before the cursor are this command, followed by this number of operands.
function __mds_sandbox_at
    set -l at ''
    set -l flag ''
    set -l operands 0
    for word in (commandline -opc)[2..]
        if test -n "$flag"
            set flag ''
            continue
        end
        switch "$at:$word"
            case ${valueFlags.join(' ')}
                set flag $word
            case '*:-*'
${commandCases.join('\n')}
            case '*'
                set operands (math $operands + 1)
        end
    end
    string match -q -- "$argv*" "$at:$operands"
end

complete -c mds-sandbox -e
complete -c mds-sandbox -f
${completeLines.join('\n')}
`
}

const completeLine = (commandPath: string, options: string) =>
  `complete -c mds-sandbox -n ${quote(`__mds_sandbox_at ${quote(commandPath)}`)} ${options}`
const candidateOptions = ({ words, includesFiles, ids }: Candidates) =>
  [
    ...(words.length > 0 ? [`-a ${quoteWords(words)}`] : []),
    ...(ids === undefined ? [] : [`-a ${quote(`(mds-sandbox completion ids ${ids} 2>/dev/null)`)}`]),
    ...(includesFiles ? ['-F'] : []),
  ].join(' ')
