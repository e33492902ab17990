import { type Candidates, type CompletionContext, isEmpty } from './completion-context.js'

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
/** `_describe` expects `word:description`. */
const describe = (word: string, description: string) => quote(`${word.replaceAll(':', '\\:')}:${description}`)
const addCandidates = ({ words, includesFiles, ids }: Candidates) =>
  [
    ...(words.length > 0 ? [`compadd -- ${words.map(quote).join(' ')}`] : []),
    ...(ids === undefined ? [] : [`compadd -- \${(f)"$($words[1] completion ids ${ids} 2>/dev/null)"}`]),
    ...(includesFiles ? ['_files'] : []),
  ].join('; ')

export function renderZshCompletion(contexts: readonly CompletionContext[]): string {
  const valueFlagCases = contexts.flatMap(({ commandPath, flags }) => {
    const names = flags.flatMap(({ name, valueCandidates }) =>
      valueCandidates === undefined ? [] : [`'${commandPath}:${name}'`],
    )
    return names.length === 0 ? [] : [`      ${names.join(' | ')}) flag=$word ;;`]
  })
  const commandCases = contexts.flatMap(({ commandPath }) => {
    if (commandPath === '') return []
    const [command, subcommand] = commandPath.split(' ')
    return [
      `      ${quote(subcommand === undefined ? `:${command}` : `${command}:${subcommand}`)}) at=${quote(commandPath)} ;;`,
    ]
  })
  const flagValueCases = contexts.flatMap(({ commandPath, flags }) =>
    flags.flatMap(({ name, valueCandidates }) =>
      valueCandidates === undefined || isEmpty(valueCandidates)
        ? []
        : [`      '${commandPath}:${name}') ${addCandidates(valueCandidates)} ;;`],
    ),
  )
  const flagCases = contexts.map(
    ({ commandPath, flags }) =>
      `      ${quote(commandPath)}) items=(${flags.map(({ name, help }) => describe(name, help)).join(' ')}) ;;`,
  )
  const operandCases = contexts.flatMap(({ commandPath, subcommands, operands }) => {
    const cases = operands.flatMap((value, i) =>
      i === 0 || isEmpty(value) ? [] : [`      '${commandPath}:${i}') ${addCandidates(value)} ;;`],
    )
    const actions = [
      ...(subcommands.length > 0
        ? [`items=(${subcommands.map(([word, description]) => describe(word, description)).join(' ')})`]
        : []),
      ...(operands[0] && !isEmpty(operands[0]) ? [addCandidates(operands[0])] : []),
    ]
    if (actions.length > 0) cases.unshift(`      '${commandPath}:0') ${actions.join('; ')} ;;`)
    return cases
  })
  return `#compdef mds-sandbox
# Completion of mds-sandbox for zsh. To use it, add this line to ~/.zshrc, after compinit:
#   source <(mds-sandbox completion zsh)

_mds_sandbox() {
  local at='' flag='' word i
  local -i operands=0
  local -a items
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $flag ]]; then
      flag=''
      continue
    fi
    case "$at:$word" in
${valueFlagCases.join('\n')}
      *:-*) ;;
${commandCases.join('\n')}
      *) operands+=1 ;;
    esac
  done
  if [[ -z $flag && $words[CURRENT] == --*=* ]]; then
    flag=\${words[CURRENT]%%=*}
    compset -P '*='
  fi
  if [[ -n $flag ]]; then
    case "$at:$flag" in
${flagValueCases.join('\n')}
    esac
  elif [[ $words[CURRENT] == -* ]]; then
    case "$at" in
${flagCases.join('\n')}
    esac
  else
    case "$at:$operands" in
${operandCases.join('\n')}
    esac
  fi
  (($#items)) && _describe 'mds-sandbox' items
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _mds_sandbox "$@"
else
  compdef _mds_sandbox mds-sandbox
fi
`
}
