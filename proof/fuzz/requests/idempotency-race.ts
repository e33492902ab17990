import { createRandom } from '../../runner/random.js'
import { service } from '../checks/contract.js'
import type { Driver } from '../driver.js'
import { createRecipeContext, type RecipeContext } from './recipes.js'
import { toRequest, uuid } from './request-variants.js'
import { serviceRecipes } from './service-recipes.js'

/**
 * A second call is refused while the first call with the same key is running. This needs a sandbox with storage, where
 * calls are asynchronous.
 */
export async function raceIdempotencyKeys(driver: Driver, tier: RecipeContext['tier'], seed: number): Promise<void> {
  const random = createRandom(seed)
  const context = createRecipeContext(driver, random, tier)
  const recipes = serviceRecipes(context)
  const keyed = service.operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
  for (const { id } of keyed) {
    const [base] = (await recipes[id]?.()) ?? []
    // An account that may not call the operation has no keys.
    if (!base || base.status === 403) continue
    const key = uuid(random)
    const request = toRequest({ ...base, headers: { ...base.headers, 'idempotency-key': key } }, driver.key)
    const first = driver.sandbox.send(request)
    const world = driver.sandbox.world(driver.key)
    for (let i = 0; i < 1000 && !world?.keysInFlight.has(key); i++) await Promise.resolve()
    const second = await driver.send(`${id}, while the first is running`, request, {
      forcedStatus: 409,
      isConcurrent: true,
    })
    if (second && JSON.parse(second.text).error.code !== 'idempotency_key_in_use')
      driver.fail(`${id}, while the first is running`, request, second, ['the key is in use'])
    const response = await first
    if (response?.status !== base.status)
      driver.fail(`${id}, the first of two`, request, response, [
        `the status must be ${base.status}: the request is right`,
      ])
    driver.invalidateState()
  }
}
