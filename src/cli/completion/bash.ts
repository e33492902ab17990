import { type Candidates, type CompletionContext, isEmpty } from './completion-context.js'

/** The words hold only letters, digits and a few signs, so nothing within the single quotes needs escaping. */
const quoteWords = (words: readonly string[]) => `'${words.join(' ')}'`
const assignCandidates = ({ words, includesFiles, ids }: Candidates) =>
  `words=${quoteWords(words)}${includesFiles ? ' files=1' : ''}${ids === undefined ? '' : ` ids=${ids}`}`

/** Works with bash 3.2 and later, without the bash-completion package. */
export function renderBashCompletion(contexts: readonly CompletionContext[]): string {
  const commandCases = contexts
    .filter(({ commandPath }) => commandPath !== '')
    .map(({ commandPath }) => `      '${commandPattern(commandPath)}') at='${commandPath}' ;;`)
  const valueFlagCases = contexts.flatMap(({ commandPath, flags }) => {
    const names = flags.flatMap(({ name, valueCandidates }) =>
      valueCandidates === undefined ? [] : [`'${commandPath}:${name}'`],
    )
    return names.length === 0 ? [] : [`      ${names.join(' | ')}) flag=$word ;;`]
  })
  const flagValueCases = contexts.flatMap(({ commandPath, flags }) =>
    flags.flatMap(({ name, valueCandidates }) =>
      valueCandidates === undefined || isEmpty(valueCandidates)
        ? []
        : [`      '${commandPath}:${name}') ${assignCandidates(valueCandidates)} ;;`],
    ),
  )
  const flagCases = contexts.map(
    ({ commandPath, flags }) => `      '${commandPath}') words=${quoteWords(flags.map(({ name }) => name))} ;;`,
  )
  const operandCases = contexts.flatMap(({ commandPath, subcommands, operands }) => {
    const [first = { words: [], includesFiles: false, ids: undefined }, ...rest] = operands
    const candidates = [{ ...first, words: [...subcommands.map(([word]) => word), ...first.words] }, ...rest]
    return candidates.flatMap((value, i) =>
      isEmpty(value) ? [] : [`      '${commandPath}:${i}') ${assignCandidates(value)} ;;`],
    )
  })
  return `# Completion of mds-sandbox for bash. To use it, add this line to ~/.bashrc:
#   source <(mds-sandbox completion bash)

_mds_sandbox() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at='' flag='' operands=0 words='' files='' ids='' word i
  # Bash splits --flag=value into three words.
  [[ $cur == '=' ]] && cur=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [[ $word == '=' ]] && continue
    if [[ -n $flag ]]; then
      flag=''
      continue
    fi
    case "$at:$word" in
${valueFlagCases.join('\n')}
      *:-*) ;;
${commandCases.join('\n')}
      *) operands=$((operands + 1)) ;;
    esac
  done
  if [[ -n $flag ]]; then
    case "$at:$flag" in
${flagValueCases.join('\n')}
    esac
  elif [[ $cur == -* ]]; then
    case "$at" in
${flagCases.join('\n')}
    esac
  else
    case "$at:$operands" in
${operandCases.join('\n')}
    esac
  fi
  [[ -n $ids ]] && words="$words $("\${COMP_WORDS[0]}" completion ids "$ids" 2>/dev/null)"
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
  fi
}
complete -F _mds_sandbox mds-sandbox
`
}

const commandPattern = (commandPath: string) => {
  const [command = '', subcommand] = commandPath.split(' ')
  return subcommand === undefined ? `:${command}` : `${command}:${subcommand}`
}
