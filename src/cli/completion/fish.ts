import { isEmpty, type Offer, type Place } from './completions.js'

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const list = (words: readonly string[]) => quoted(words.join(' '))

export function fish(places: readonly Place[]): string {
  const paths = places.flatMap(({ path }) => (path === '' ? [] : [path]))
  const steps = paths.map((path) => {
    const [command, verb] = path.split(' ')
    return `            case ${quoted(verb === undefined ? `:${command}` : `${command}:${verb}`)}\n                set at ${quoted(path)}`
  })
  const taking = places.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) => (value === undefined ? [] : [quoted(`${path}:${name}`)])),
  )
  const rows = places.flatMap(({ path, words, flags, operands }) => [
    ...words.map(([word, does]) => row(`${path}:0`, `-a ${quoted(word)} -d ${quoted(does)}`)),
    ...operands.flatMap((value, i) => (isEmpty(value) ? [] : [row(`${path}:${i}`, offer(value))])),
    ...flags.map(({ name, help, value }) =>
      row(
        `${path}:`,
        `-l ${name.slice(2)} -d ${quoted(help)}${value === undefined ? '' : ` ${value.files ? '-r' : '-x'} ${offer(value)}`}`,
      ),
    ),
  ])
  return `# Completion of mds-sandbox for fish. To use it, run this once:
#   mds-sandbox completion fish > ~/.config/fish/completions/mds-sandbox.fish

# Whether the words before the cursor lead to a place, with so many operands.
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
            case ${taking.join(' ')}
                set flag $word
            case '*:-*'
${steps.join('\n')}
            case '*'
                set operands (math $operands + 1)
        end
    end
    string match -q -- "$argv*" "$at:$operands"
end

complete -c mds-sandbox -e
complete -c mds-sandbox -f
${rows.join('\n')}
`
}

const row = (place: string, rest: string) =>
  `complete -c mds-sandbox -n ${quoted(`__mds_sandbox_at ${quoted(place)}`)} ${rest}`
const offer = ({ words, files }: Offer) =>
  [...(words.length > 0 ? [`-a ${list(words)}`] : []), ...(files ? ['-F'] : [])].join(' ')
