import { isEmpty, type Offer, type Place } from './completions.js'

/** Words of these tables are plain: letters, digits and a few signs. Nothing has to be quoted within single quotes. */
const list = (words: readonly string[]) => `'${words.join(' ')}'`
const offer = ({ words, files }: Offer) => `words=${list(words)}${files ? ' files=1' : ''}`

/** Works with bash 3.2 and later, and needs no package. */
export function bash(places: readonly Place[]): string {
  const steps = places.filter(({ path }) => path !== '').map(({ path }) => `      '${stepTo(path)}') at='${path}' ;;`)
  const taking = places.flatMap(({ path, flags }) => {
    const names = flags.flatMap(({ name, value }) => (value === undefined ? [] : [`'${path}:${name}'`]))
    return names.length === 0 ? [] : [`      ${names.join(' | ')}) flag=$word ;;`]
  })
  const values = places.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) =>
      value === undefined || isEmpty(value) ? [] : [`      '${path}:${name}') ${offer(value)} ;;`],
    ),
  )
  const flags = places.map(({ path, flags }) => `      '${path}') words=${list(flags.map(({ name }) => name))} ;;`)
  const next = places.flatMap(({ path, words, operands }) => {
    const [first = { words: [], files: false }, ...rest] = operands
    const offers = [{ ...first, words: [...words.map(([word]) => word), ...first.words] }, ...rest]
    return offers.flatMap((value, i) => (isEmpty(value) ? [] : [`      '${path}:${i}') ${offer(value)} ;;`]))
  })
  return `# Completion of mds-sandbox for bash. To use it, add this line to ~/.bashrc:
#   source <(mds-sandbox completion bash)

_mds_sandbox() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at='' flag='' operands=0 words='' files='' word i
  # Bash takes --flag=value for three words.
  [[ $cur == '=' ]] && cur=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [[ $word == '=' ]] && continue
    if [[ -n $flag ]]; then
      flag=''
      continue
    fi
    case "$at:$word" in
${taking.join('\n')}
      *:-*) ;;
${steps.join('\n')}
      *) operands=$((operands + 1)) ;;
    esac
  done
  if [[ -n $flag ]]; then
    case "$at:$flag" in
${values.join('\n')}
    esac
  elif [[ $cur == -* ]]; then
    case "$at" in
${flags.join('\n')}
    esac
  else
    case "$at:$operands" in
${next.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
  fi
}
complete -F _mds_sandbox mds-sandbox
`
}

const stepTo = (path: string) => {
  const [command = '', verb] = path.split(' ')
  return verb === undefined ? `:${command}` : `${command}:${verb}`
}
