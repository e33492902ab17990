import accounts from '../../seeds/accounts.yaml'
import catalogue from '../../seeds/catalogue.yaml'
import money from '../../seeds/money.yaml'
import rejections from '../../seeds/rejections.yaml'
import stores from '../../seeds/stores.yaml'
import territories from '../../seeds/territories.yaml'
import type { Seeds } from '../core/engine/seeds.js'

/** Each file was held against seeds/schema.yaml when it was loaded: see scripts/yaml-plugin.mjs. */
export const seeds = { accounts, stores, territories, rejections, catalogue, money } as Seeds
