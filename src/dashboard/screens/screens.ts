import { activityScreen } from './activity/activity.js'
import { catalogueScreen } from './catalogue/catalogue.js'
import { deliveriesScreen } from './deliveries/deliveries.js'
import type { Screen } from './screen.js'
import { webhooksScreen } from './webhooks/webhooks.js'

/** All screens in the order of the navigation. To add one, add a folder and a line here. */
export const SCREENS: readonly Screen[] = [activityScreen, webhooksScreen, deliveriesScreen, catalogueScreen]
