import { type Node, parseRegex } from './regex-syntax.js'

/** Characters that stand for all others: those that patterns tell apart are among them. */
const ALPHABET = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'\x85\x9b\xa0\xad\xe9\u2028\u202e\u4e00\ud800\ufeff',
]

/** Takes one character of `set`, and goes on at `to`. */
interface Edge {
  to: number
  set: bigint
  /** Whether there is more than one way to go there without taking anything before. */
  isDouble: boolean
}

/** States that each stand for a place in the pattern; edges from one to the next. */
interface Automaton {
  edges: Edge[][]
  /** Where nothing more is asked for: a match that comes here can't fail any more. */
  isSafe: boolean[]
}

/** What is asked for on the way, beside characters: nothing, the end of the text, or something else. */
const FREELY = 0
const AT_END = 1
const CHECKED = 2

/** The automaton of a pattern that begins where the text does, or anywhere in it. */
function automatonOf(tree: Node, flags: string, isSearch: boolean): Automaton {
  /** Steps that take nothing, and those that take a character. */
  const free: { to: number; asks: number }[][] = []
  const taking: ({ to: number; set: bigint } | undefined)[] = []
  const state = () => {
    free.push([])
    taking.push(undefined)
    return free.length - 1
  }
  const link = (from: number, to: number, asks = FREELY) => void free[from]?.push({ to, asks })
  const step = (from: number, set: bigint) => {
    const [at, to] = [state(), state()]
    link(from, at)
    taking[at] = { to, set }
    return to
  }

  function build(node: Node, from: number): number {
    switch (node.type) {
      case 'set':
        return step(from, setOf(node.source, flags))
      case 'all':
        return node.parts.reduce((at, part) => build(part, at), from)
      case 'any': {
        const end = state()
        for (const choice of node.choices) link(build(choice, from), end)
        return end
      }
      case 'beginning': {
        const end = state()
        if (!isSearch || flags.includes('m')) link(from, end)
        return end
      }
      case 'end':
      case 'look': {
        const end = state()
        link(from, end, node.type === 'end' ? AT_END : CHECKED)
        return end
      }
      case 'repeat': {
        let at = from
        for (let i = 0; i < node.least; i++) at = build(node.node, at)
        const end = state()
        link(at, end)
        if (node.most === node.least) return end
        if (node.most === node.least + 1) link(build(node.node, at), end)
        else {
          // However often at most: as often as one likes is no easier.
          const [head, tail] = [state(), state()]
          link(at, head)
          link(build(node.node, head), tail)
          link(tail, head)
          link(tail, end)
        }
        return end
      }
    }
  }

  const begin = state()
  if (isSearch) link(step(begin, EVERYTHING), begin)
  const accept = build(tree, begin)

  /** In how many ways one comes to each place without taking anything, counted to two, and by how little asked. */
  function reachable(from: number) {
    const ways = new Map<number, { count: number; asks: number }>()
    const walk = (at: number, path: Set<number>, asks: number) => {
      const known = ways.get(at) ?? { count: 0, asks: CHECKED }
      ways.set(at, { count: Math.min(2, known.count + 1), asks: Math.min(known.asks, asks) })
      if (known.count >= 2) return
      for (const next of free[at] ?? [])
        if (!path.has(next.to)) walk(next.to, new Set([...path, next.to]), Math.max(asks, next.asks))
    }
    walk(from, new Set([from]), FREELY)
    return ways
  }

  const edges: Edge[][] = []
  const isSafe: boolean[] = []
  const numbers = new Map([[begin, 0]])
  for (const [from, number] of numbers) {
    const ways = reachable(from)
    const own: Edge[] = []
    for (const [at, { count }] of ways) {
      const taken = taking[at]
      if (!taken) continue
      if (!numbers.has(taken.to)) numbers.set(taken.to, numbers.size)
      own.push({ to: numbers.get(taken.to) as number, set: taken.set, isDouble: count > 1 })
    }
    const takesAll = own.some(({ to, set }) => to === number && set === EVERYTHING)
    edges[number] = own
    isSafe[number] = (ways.get(accept)?.asks ?? CHECKED) <= (takesAll ? AT_END : FREELY)
  }
  return { edges, isSafe }
}

const EVERYTHING = (1n << BigInt(ALPHABET.length)) - 1n
const sets = new Map<string, bigint>()

/** Which characters one takes: asked of the engine itself. */
function setOf(source: string, flags: string): bigint {
  const key = `${flags} ${source}`
  let set = sets.get(key)
  if (set === undefined) {
    const regex = new RegExp(`^(?:${source})$`, flags.replaceAll(/[gy]/g, ''))
    set = ALPHABET.reduce((all, character, i) => (regex.test(character) ? all | (1n << BigInt(i)) : all), 0n)
    sets.set(key, set)
  }
  return set
}

/** The places that each place leads to. */
function reachesOf({ edges }: Automaton): Set<number>[] {
  return edges.map((own) => {
    const seen = new Set(own.map(({ to }) => to))
    for (const at of seen) for (const { to } of edges[at] ?? []) seen.add(to)
    return seen
  })
}

/** Whether some text leads several walkers at once from these places to those; `parting` if two that began together part. */
function canWalk(
  { edges }: Automaton,
  reaches: Set<number>[],
  from: number[],
  to: number[],
  parting: boolean,
): boolean {
  const isOnTheWay = (place: number, walker: number) =>
    place === to[walker] || (reaches[place] as Set<number>).has(to[walker] as number)
  const seen = new Set<string>()
  const queue: { places: number[]; hasParted: boolean }[] = [{ places: from, hasParted: false }]
  for (const { places, hasParted } of queue) {
    for (const move of moves(edges, places, isOnTheWay)) {
      const parted = hasParted || move.parts
      if (move.places.join() === to.join() && (parted || !parting)) return true
      const key = `${move.places.join()} ${parted}`
      if (seen.has(key)) continue
      seen.add(key)
      queue.push({ places: move.places, hasParted: parted })
    }
  }
  return false
}

interface Move {
  places: number[]
  /** Whether two that were together are not any more. */
  parts: boolean
}

/** All ways in which walkers take the same character. */
function moves(edges: Edge[][], at: number[], isOnTheWay: (place: number, walker: number) => boolean): Move[] {
  let found: { places: number[]; set: bigint; isDouble: boolean }[] = [{ places: [], set: EVERYTHING, isDouble: false }]
  for (const [walker, place] of at.entries())
    found = found.flatMap(({ places, set, isDouble }) =>
      (edges[place] ?? [])
        .filter((edge) => (edge.set & set) !== 0n && isOnTheWay(edge.to, walker))
        .map((edge) => ({
          places: [...places, edge.to],
          set: edge.set & set,
          isDouble: isDouble || edge.isDouble,
        })),
    )
  return found.map(({ places, isDouble }) => ({
    places,
    parts: isDouble || new Set(places).size > new Set(at).size,
  }))
}

/**
 * Why a pattern may take longer than linear time, by an engine that tries one way after another: there is a text on
 * which a place leads back to itself in two ways (then the ways double with each round), or which can be shared out
 * between two loops in as many ways as it is long. Undefined when it is linear.
 */
export function slowness(source: string, flags: string): string | undefined {
  const tree = parseRegex(source)
  for (const look of looksIn(tree)) if (hasLoop(look)) return 'looks ahead or back without end'
  const isSticky = flags.includes('y')
  return (
    slownessOf(automatonOf(tree, flags, false)) ?? (isSticky ? undefined : slownessOf(automatonOf(tree, flags, true)))
  )
}

function slownessOf(automaton: Automaton): string | undefined {
  const { edges, isSafe } = automaton
  const reaches = reachesOf(automaton)
  const loops = edges.flatMap((_, place) => (reaches[place]?.has(place) ? [place] : []))
  for (const p of loops) if (!isSafe[p] && canWalk(automaton, reaches, [p, p], [p, p], true)) return 'is exponential'
  for (const p of loops)
    for (const q of loops)
      if (p !== q && !isSafe[q] && reaches[p]?.has(q) && canWalk(automaton, reaches, [p, p, q], [p, q, q], false))
        return 'is quadratic or worse'
  return undefined
}

function looksIn(node: Node): Node[] {
  if (node.type === 'look') return [node.node]
  if (node.type === 'all') return node.parts.flatMap(looksIn)
  if (node.type === 'any') return node.choices.flatMap(looksIn)
  return node.type === 'repeat' ? looksIn(node.node) : []
}

const hasLoop = (node: Node): boolean =>
  (node.type === 'repeat' && (node.most === Number.POSITIVE_INFINITY || hasLoop(node.node))) ||
  (node.type === 'all' && node.parts.some(hasLoop)) ||
  (node.type === 'any' && node.choices.some(hasLoop)) ||
  (node.type === 'look' && hasLoop(node.node))
