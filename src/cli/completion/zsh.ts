import { isEmpty, type Offer, type Place } from './completions.js'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
/** A colon parts the word from what it does. */
const described = (word: string, does: string) => quoted(`${word.replaceAll(':', '\\:')}:${does}`)
const offer = ({ words, files }: Offer) =>
  [...(words.length > 0 ? [`compadd -- ${words.map(quoted).join(' ')}`] : []), ...(files ? ['_files'] : [])].join('; ')

export function zsh(places: readonly Place[]): string {
  const taking = places.flatMap(({ path, flags }) => {
    const names = flags.flatMap(({ name, value }) => (value === undefined ? [] : [`'${path}:${name}'`]))
    return names.length === 0 ? [] : [`      ${names.join(' | ')}) flag=$word ;;`]
  })
  const steps = places.flatMap(({ path }) => {
    if (path === '') return []
    const [command, verb] = path.split(' ')
    return [`      ${quoted(verb === undefined ? `:${command}` : `${command}:${verb}`)}) at=${quoted(path)} ;;`]
  })
  const values = places.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) =>
      value === undefined || isEmpty(value) ? [] : [`      '${path}:${name}') ${offer(value)} ;;`],
    ),
  )
  const flags = places.map(
    ({ path, flags }) =>
      `      ${quoted(path)}) items=(${flags.map(({ name, help }) => described(name, help)).join(' ')}) ;;`,
  )
  const next = places.flatMap(({ path, words, operands }) => {
    const rows = operands.flatMap((value, i) =>
      i === 0 || isEmpty(value) ? [] : [`      '${path}:${i}') ${offer(value)} ;;`],
    )
    const acts = [
      ...(words.length > 0 ? [`items=(${words.map(([word, does]) => described(word, does)).join(' ')})`] : []),
      ...(operands[0] && !isEmpty(operands[0]) ? [offer(operands[0])] : []),
    ]
    if (acts.length > 0) rows.unshift(`      '${path}:0') ${acts.join('; ')} ;;`)
    return rows
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
${taking.join('\n')}
      *:-*) ;;
${steps.join('\n')}
      *) operands+=1 ;;
    esac
  done
  if [[ -z $flag && $words[CURRENT] == --*=* ]]; then
    flag=\${words[CURRENT]%%=*}
    compset -P '*='
  fi
  if [[ -n $flag ]]; then
    case "$at:$flag" in
${values.join('\n')}
    esac
  elif [[ $words[CURRENT] == -* ]]; then
    case "$at" in
${flags.join('\n')}
    esac
  else
    case "$at:$operands" in
${next.join('\n')}
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
