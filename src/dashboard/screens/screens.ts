import { activityScreen } from './activity/activity.js'
import type { Screen } from './screen.js'
import { webhooksScreen } from './webhooks/webhooks.js'

/** All screens in the order of the navigation. To add one, add a folder and a line here. */
export const SCREENS: readonly Screen[] = [activityScreen, webhooksScreen]
