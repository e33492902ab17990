import { SubNavigation } from '../../components/sub-navigation.js'
import { parts } from '../../data/router.js'
import type { Screen } from '../screen.js'
import { Faults } from './faults.js'
import { ScenarioEditor } from './scenario-editor.js'
import { ScenarioList } from './scenario-list.js'

const PAGES = { '': 'Scenarios', edit: 'Editor', faults: 'Faults' }

function ScenarioAndFaults() {
  const [part] = parts.value
  return (
    <div class="page-frame">
      <SubNavigation label="Scenario and faults" pages={PAGES} />
      {part === 'faults' ? <Faults /> : part === 'edit' ? <ScenarioEditor /> : <ScenarioList selected={part} />}
    </div>
  )
}

export const scenarioScreen: Screen = {
  name: 'scenario',
  title: 'Scenario and faults',
  component: ScenarioAndFaults,
}
