import { activityScreen } from './activity/activity.js'
import { catalogueScreen } from './catalogue/catalogue.js'
import { deliveriesScreen } from './deliveries/deliveries.js'
import { ernScreen } from './ern/ern.js'
import { guidesScreen } from './guides/guides.js'
import { moneyScreen } from './money/money.js'
import { probeScreen } from './probe/probe.js'
import { reportScreen } from './report/report.js'
import { scenarioScreen } from './scenario/scenario.js'
import type { Screen } from './screen.js'
import { snapshotsScreen } from './snapshots/snapshots.js'
import { webhooksScreen } from './webhooks/webhooks.js'

/** All screens in the order of the navigation. To add one, add a folder and a line here. */
export const SCREENS: readonly Screen[] = [
  activityScreen,
  webhooksScreen,
  deliveriesScreen,
  catalogueScreen,
  ernScreen,
  scenarioScreen,
  moneyScreen,
  snapshotsScreen,
  reportScreen,
  probeScreen,
  guidesScreen,
]
