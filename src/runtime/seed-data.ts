import accounts from '../../seeds/accounts.yaml'
import catalogue from '../../seeds/catalogue.yaml'
import money from '../../seeds/money.yaml'
import rejections from '../../seeds/rejections.yaml'
import stores from '../../seeds/stores.yaml'
import territories from '../../seeds/territories.yaml'
import type { Seeds } from '../core/engine/seed-types.js'

/** The build validates each file against seeds/schema.yaml (scripts/yaml-plugin.mjs). */
export const seeds = { accounts, stores, territories, rejections, catalogue, money } as Seeds
