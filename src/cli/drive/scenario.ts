import type { components } from '../../generated/control-api.js'
import { SCENARIO_FILES } from '../../runtime/scenarios/built-in-scenarios.js'
import { clean } from '../framework/terminal.js'
import { action, drive } from './drive-command.js'

type State = components['schemas']['ScenarioState']

const inWords = ({ name, summary, source }: State) =>
  `${name}: ${clean(summary)}${source === 'default' ? ' (as the sandbox was started)' : ''}`

/** `mds-sandbox scenario [use NAME]` */
export const scenario = drive({
  '': action({}, async ({ client, tell }) => tell(await client.call<State>('GET', '/_sandbox/scenario'), inWords)),

  use: action(
    {},
    async ({ operands: [name], client, tell }) =>
      tell(await client.call<State>('PUT', '/_sandbox/scenario', { name }), inWords),
    // The sandbox may know others, from a file: it has the last word.
    { NAME: SCENARIO_FILES.map(({ name }) => name) },
  ),
})
