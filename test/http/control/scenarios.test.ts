import { describe, expect, test } from 'vitest'
import { BUILT_IN_SCENARIO_FILES } from '../../../src/runtime/scenarios/built-in-scenarios.js'
import { toScenario } from '../../../src/runtime/scenarios/scenario-file.js'
import { startSandbox } from '../../support/test-sandbox.js'

const VALID = `name: picky
summary: One store wants another cover.
stores:
  - store: store_pernickel
    until: corrected
    outcome: action_required
    code: artwork_text_mismatch
    after: 2h
`

describe('the scenarios of the control plane', async () => {
  const { fresh } = await startSandbox()
  const check = async (text: string) => (await fresh().post('/_sandbox/scenarios/check', { text })).body

  test('are listed with timetable and text', async () => {
    const { data } = (await fresh().get('/_sandbox/scenarios')).body
    expect(data.map(({ name }: { name: string }) => name)).toEqual(BUILT_IN_SCENARIO_FILES.map(({ name }) => name))
    const mixed = data.find(({ name }: { name: string }) => name === 'mixed-outcomes')
    expect(mixed).toMatchObject({ source: 'built-in', text: expect.stringContaining('name: mixed-outcomes') })
    expect(mixed.expect).toContain('store_quorvane rejected audio_quality')
    const { attempts } = mixed.timetable.stores.find(
      ({ store_id }: { store_id: string }) => store_id === 'store_quorvane',
    )
    expect(attempts).toEqual([
      { ingesting_after: '3h', outcome: 'rejected', after: '12h', code: 'audio_quality' },
      { ingesting_after: '3h', outcome: 'delivered', after: '12h', code: null },
    ])
    const outage = data.find(({ name }: { name: string }) => name === 'outage')
    expect(outage.timetable.rules).toContain('createDelivery returns 503, 2 times')
  })

  test('include the custom one of the sandbox', async () => {
    const [file] = BUILT_IN_SCENARIO_FILES
    const { fresh: freshCustom } = await startSandbox({ scenario: { ...toScenario(file as never), name: 'mine' } })
    const { data } = (await freshCustom().get('/_sandbox/scenarios')).body
    expect(data.at(-1)).toMatchObject({ name: 'mine', source: 'custom', text: null, expect: [] })
  })

  test('are checked as text, with line and column', async () => {
    const valid = await check(VALID)
    expect(valid).toMatchObject({ valid: true, issues: [], scenario: { name: expect.any(String) } })
    expect(valid.timetable.stores[2].attempts[0]).toMatchObject({ outcome: 'action_required', after: '2h' })
    expect(await check(VALID.replace('store_pernickel', 'store_pernickle'))).toEqual({
      valid: false,
      issues: [
        {
          line: 4,
          column: 5,
          message: 'stores[0].store store_pernickle is not a known store; did you mean store_pernickel?',
        },
      ],
      timetable: null,
      scenario: null,
    })
    expect((await check('name: [')).issues[0]).toMatchObject({ line: 1 })
    expect((await check('')).issues).toEqual([
      { line: 1, column: 1, message: 'the file must be a mapping with a name and a summary' },
    ])
    expect((await check(`---\n${VALID}---\n${VALID}`)).issues).toEqual([
      { line: 10, column: 1, message: 'holds more than one YAML document. Put each scenario in a file of its own.' },
    ])
  })

  test('that are checked change nothing', async () => {
    const api = fresh()
    await check(VALID)
    await api.post('/_sandbox/scenarios/check', { text: VALID })
    expect((await api.get('/_sandbox/activity')).body.data).toEqual([])
    expect((await api.post('/_sandbox/scenarios/check', { text: 7 })).status).toBe(422)
  })
})
