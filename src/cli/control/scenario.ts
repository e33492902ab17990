import type { components } from '../../generated/control-api.js'
import { BUILT_IN_SCENARIO_FILES } from '../../runtime/scenarios/built-in-scenarios.js'
import { sanitize } from '../framework/terminal.js'
import { defineAction, defineControlCommand } from './define-control-command.js'

type ScenarioState = components['schemas']['ScenarioState']

const formatScenario = ({ name, summary, source }: ScenarioState) =>
  `${name}: ${sanitize(summary)}${source === 'default' ? ' (the default of the sandbox)' : ''}`

/** `mds-sandbox scenario [use NAME]` */
export const scenario = defineControlCommand({
  '': defineAction({}, async ({ client, printResponse }) =>
    printResponse(await client.call<ScenarioState>('GET', '/_sandbox/scenario'), formatScenario),
  ),

  use: defineAction(
    {},
    async ({ operands: [name], client, printResponse }) =>
      printResponse(await client.call<ScenarioState>('PUT', '/_sandbox/scenario', { name }), formatScenario),
    // Only for completion: the sandbox may also have a custom scenario.
    { NAME: BUILT_IN_SCENARIO_FILES.map(({ name }) => name) },
  ),
})
