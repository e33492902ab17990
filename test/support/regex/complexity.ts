import { parseRegex, type RegexNode } from './syntax.js'

/** Sample characters. They include every character that the patterns distinguish. */
const ALPHABET = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'\x85\x9b\xa0\xad\xe9\u2028\u202e\u4e00\ud800\ufeff',
]

/** An edge that consumes one character of `set` and leads to `to`. */
interface Edge {
  to: number
  set: bigint
  /** Whether more than one path without consumption leads there. */
  isAmbiguous: boolean
}

/** States for the positions of a pattern, with their edges. */
interface Automaton {
  edges: Edge[][]
  /** States from which a match cannot fail any more. */
  isSafe: boolean[]
}

/** Conditions on a path besides characters: none, the end of the text, or another one. */
const UNCONDITIONAL = 0
const AT_END = 1
const ASSERTED = 2

/** The automaton of a pattern, anchored at the start of the text or not. */
function buildAutomaton(tree: RegexNode, flags: string, isSearch: boolean): Automaton {
  /** Transitions that consume nothing, and those that consume a character. */
  const epsilonEdges: { to: number; condition: number }[][] = []
  const characterEdges: ({ to: number; set: bigint } | undefined)[] = []
  const addState = () => {
    epsilonEdges.push([])
    characterEdges.push(undefined)
    return epsilonEdges.length - 1
  }
  const addEpsilonEdge = (from: number, to: number, condition = UNCONDITIONAL) =>
    void epsilonEdges[from]?.push({ to, condition })
  const addCharacterEdge = (from: number, set: bigint) => {
    const [at, to] = [addState(), addState()]
    addEpsilonEdge(from, at)
    characterEdges[at] = { to, set }
    return to
  }

  function build(node: RegexNode, from: number): number {
    switch (node.type) {
      case 'set':
        return addCharacterEdge(from, characterSetOf(node.source, flags))
      case 'all':
        return node.parts.reduce((at, part) => build(part, at), from)
      case 'any': {
        const end = addState()
        for (const choice of node.choices) addEpsilonEdge(build(choice, from), end)
        return end
      }
      case 'beginning': {
        const end = addState()
        if (!isSearch || flags.includes('m')) addEpsilonEdge(from, end)
        return end
      }
      case 'end':
      case 'look': {
        const end = addState()
        addEpsilonEdge(from, end, node.type === 'end' ? AT_END : ASSERTED)
        return end
      }
      case 'repeat': {
        let at = from
        for (let i = 0; i < node.min; i++) at = build(node.node, at)
        const end = addState()
        addEpsilonEdge(at, end)
        if (node.max === node.min) return end
        if (node.max === node.min + 1) addEpsilonEdge(build(node.node, at), end)
        else {
          // An upper limit is treated as unlimited, which is never faster.
          const [head, tail] = [addState(), addState()]
          addEpsilonEdge(at, head)
          addEpsilonEdge(build(node.node, head), tail)
          addEpsilonEdge(tail, head)
          addEpsilonEdge(tail, end)
        }
        return end
      }
    }
  }

  const start = addState()
  if (isSearch) addEpsilonEdge(addCharacterEdge(start, ALL_CHARACTERS), start)
  const accept = build(tree, start)

  /** Number of paths without consumption to each state, counted up to two, with the weakest condition. */
  function reachable(from: number) {
    const ways = new Map<number, { count: number; condition: number }>()
    const walk = (at: number, path: Set<number>, condition: number) => {
      const known = ways.get(at) ?? { count: 0, condition: ASSERTED }
      ways.set(at, { count: Math.min(2, known.count + 1), condition: Math.min(known.condition, condition) })
      if (known.count >= 2) return
      for (const next of epsilonEdges[at] ?? [])
        if (!path.has(next.to)) walk(next.to, new Set([...path, next.to]), Math.max(condition, next.condition))
    }
    walk(from, new Set([from]), UNCONDITIONAL)
    return ways
  }

  const edges: Edge[][] = []
  const isSafe: boolean[] = []
  const numbers = new Map([[start, 0]])
  for (const [from, number] of numbers) {
    const ways = reachable(from)
    const stateEdges: Edge[] = []
    for (const [at, { count }] of ways) {
      const taken = characterEdges[at]
      if (!taken) continue
      if (!numbers.has(taken.to)) numbers.set(taken.to, numbers.size)
      stateEdges.push({ to: numbers.get(taken.to) as number, set: taken.set, isAmbiguous: count > 1 })
    }
    const takesAll = stateEdges.some(({ to, set }) => to === number && set === ALL_CHARACTERS)
    edges[number] = stateEdges
    isSafe[number] = (ways.get(accept)?.condition ?? ASSERTED) <= (takesAll ? AT_END : UNCONDITIONAL)
  }
  return { edges, isSafe }
}

const ALL_CHARACTERS = (1n << BigInt(ALPHABET.length)) - 1n
const sets = new Map<string, bigint>()

/** The sample characters that an atom matches, determined with the regex engine itself. */
function characterSetOf(source: string, flags: string): bigint {
  const key = `${flags} ${source}`
  let set = sets.get(key)
  if (set === undefined) {
    const regex = new RegExp(`^(?:${source})$`, flags.replaceAll(/[gy]/g, ''))
    set = ALPHABET.reduce((all, character, i) => (regex.test(character) ? all | (1n << BigInt(i)) : all), 0n)
    sets.set(key, set)
  }
  return set
}

/** The states that can be reached from each state. */
function computeReachability({ edges }: Automaton): Set<number>[] {
  return edges.map((stateEdges) => {
    const seen = new Set(stateEdges.map(({ to }) => to))
    for (const at of seen) for (const { to } of edges[at] ?? []) seen.add(to)
    return seen
  })
}

/**
 * Whether one text leads several walkers from these states to those. `parting` requires that two walkers that start
 * together separate.
 */
function hasParallelPaths(
  { edges }: Automaton,
  reaches: Set<number>[],
  from: number[],
  to: number[],
  mustDiverge: boolean,
): boolean {
  const canReachTarget = (state: number, path: number) =>
    state === to[path] || (reaches[state] as Set<number>).has(to[path] as number)
  const seen = new Set<string>()
  const queue: { states: number[]; hasDiverged: boolean }[] = [{ states: from, hasDiverged: false }]
  for (const { states, hasDiverged } of queue) {
    for (const next of parallelMoves(edges, states, canReachTarget)) {
      const hasDivergedNow = hasDiverged || next.diverges
      if (next.states.join() === to.join() && (hasDivergedNow || !mustDiverge)) return true
      const key = `${next.states.join()} ${hasDivergedNow}`
      if (seen.has(key)) continue
      seen.add(key)
      queue.push({ states: next.states, hasDiverged: hasDivergedNow })
    }
  }
  return false
}

interface ParallelMove {
  states: number[]
  /** Whether two walkers have separated. */
  diverges: boolean
}

/** All combinations in which walkers consume the same character. */
function parallelMoves(
  edges: Edge[][],
  at: number[],
  canReachTarget: (state: number, path: number) => boolean,
): ParallelMove[] {
  let found: { states: number[]; set: bigint; isAmbiguous: boolean }[] = [
    { states: [], set: ALL_CHARACTERS, isAmbiguous: false },
  ]
  for (const [path, state] of at.entries())
    found = found.flatMap(({ states, set, isAmbiguous }) =>
      (edges[state] ?? [])
        .filter((edge) => (edge.set & set) !== 0n && canReachTarget(edge.to, path))
        .map((edge) => ({
          states: [...states, edge.to],
          set: edge.set & set,
          isAmbiguous: isAmbiguous || edge.isAmbiguous,
        })),
    )
  return found.map(({ states, isAmbiguous }) => ({
    states,
    diverges: isAmbiguous || new Set(states).size > new Set(at).size,
  }))
}

/**
 * Why a pattern may need more than linear time in a backtracking engine: for some text, a state leads back to itself on
 * two paths (exponential), or the text can be divided between two loops in many ways (polynomial). Undefined if the
 * pattern is linear.
 */
export function explainSlowness(source: string, flags: string): string | undefined {
  const tree = parseRegex(source)
  for (const lookaround of findLookarounds(tree))
    if (hasUnboundedRepeat(lookaround)) return 'looks ahead or back without end'
  const isSticky = flags.includes('y')
  return (
    classifyGrowth(buildAutomaton(tree, flags, false)) ??
    (isSticky ? undefined : classifyGrowth(buildAutomaton(tree, flags, true)))
  )
}

function classifyGrowth(automaton: Automaton): string | undefined {
  const { edges, isSafe } = automaton
  const reaches = computeReachability(automaton)
  const loops = edges.flatMap((_, state) => (reaches[state]?.has(state) ? [state] : []))
  for (const p of loops)
    if (!isSafe[p] && hasParallelPaths(automaton, reaches, [p, p], [p, p], true)) return 'is exponential'
  for (const p of loops)
    for (const q of loops)
      if (
        p !== q &&
        !isSafe[q] &&
        reaches[p]?.has(q) &&
        hasParallelPaths(automaton, reaches, [p, p, q], [p, q, q], false)
      )
        return 'is quadratic or worse'
  return undefined
}

function findLookarounds(node: RegexNode): RegexNode[] {
  if (node.type === 'look') return [node.node]
  if (node.type === 'all') return node.parts.flatMap(findLookarounds)
  if (node.type === 'any') return node.choices.flatMap(findLookarounds)
  return node.type === 'repeat' ? findLookarounds(node.node) : []
}

const hasUnboundedRepeat = (node: RegexNode): boolean =>
  (node.type === 'repeat' && (node.max === Number.POSITIVE_INFINITY || hasUnboundedRepeat(node.node))) ||
  (node.type === 'all' && node.parts.some(hasUnboundedRepeat)) ||
  (node.type === 'any' && node.choices.some(hasUnboundedRepeat)) ||
  (node.type === 'look' && hasUnboundedRepeat(node.node))
