import { suggest } from './core/primitives/suggest.js'
import type { SandboxWorld } from './library/sandbox-world.js'
import { brokenRules, describeBrokenRule, pluralize } from './report/formats/text.js'
import { RULES, type RuleId } from './report/rules.js'

export type { RuleId }

export interface WellBehavedOptions {
  /** Rules that the client may break. */
  except?: readonly RuleId[]
}

interface MatcherResult {
  pass: boolean
  message(): string
}

/** For a declaration that adds the matcher to the types of Vitest or Jest. */
export interface SandboxMatchers<Result = unknown> {
  /** The client of this world broke no rule of the client report. Asynchronous: await the assertion. */
  toBeWellBehaved(options?: WellBehavedOptions): Promise<Result>
}

const RULE_IDS: readonly string[] = RULES.map(({ id }) => id)

function checkRules(except: readonly string[]) {
  for (const id of except) {
    if (RULE_IDS.includes(id)) continue
    const suggestion = suggest(id, RULE_IDS)
    throw new TypeError(
      `except: there is no rule ${id}.${suggestion ? ` Did you mean ${suggestion}?` : ` The rules are ${RULE_IDS.join(', ')}.`}`,
    )
  }
}

/** Matchers for `expect.extend` of Vitest and Jest. */
export const matchers = {
  async toBeWellBehaved(world: SandboxWorld, { except = [] }: WellBehavedOptions = {}): Promise<MatcherResult> {
    if (typeof world?.report !== 'function')
      throw new TypeError('toBeWellBehaved expects a world: expect(sandbox.world(tier, name)).')
    checkRules(except)
    const report = await world.report()
    const broken = brokenRules(report).filter(
      ({ id, severity }) => severity !== 'note' && !except.includes(id as RuleId),
    )
    const name = report.worlds.join(', ')
    return {
      pass: broken.length === 0,
      message: () =>
        broken.length === 0
          ? `The client of ${name} broke no rule, and was expected to break one.`
          : [
              `The client of ${name} broke ${pluralize(broken.length, 'rule')}:`,
              '',
              ...broken.flatMap((rule) => [...describeBrokenRule(rule), '']),
              `To accept it: toBeWellBehaved({ except: [${broken.map(({ id }) => `'${id}'`).join(', ')}] })`,
            ].join('\n'),
    }
  },
}
