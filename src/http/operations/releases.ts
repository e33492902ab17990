import { releaseChangeIssues, releaseInputIssues, STATUS_PATCH_DATES } from '../../core/catalogue/releases.js'
import { findRelease, isVisible } from '../../core/catalogue/visibility.js'
import type { Release } from '../../core/engine/rows.js'
import { type Result, refuse } from '../../core/primitives/result.js'
import { formatHttpDate, SECOND } from '../../core/primitives/time.js'
import { paginateTable } from '../pagination/paginate.js'
import type { OperationOutcome, V1Operations } from '../pipeline/exchange.js'
import { chooseScenario, scenarioHeaders } from './choose-scenario.js'

const STATUS_DEPRECATION_HEADERS = {
  Deprecation: `@${STATUS_PATCH_DATES.deprecated / SECOND}`,
  Sunset: formatHttpDate(STATUS_PATCH_DATES.sunset),
}

type ReleaseOperations = 'createRelease' | 'listReleases' | 'getRelease' | 'updateRelease' | 'submitRelease'

export const releaseOperations: Pick<V1Operations, ReleaseOperations> = {
  createRelease: {
    findIssues: releaseInputIssues,
    run({ world, body }) {
      const created = world.execute({ type: 'create-release', input: body })
      return created.ok ? { status: 201, body: created.value } : created
    },
  },

  listReleases: {
    run({ world: { state }, query }) {
      const filter = query.status === undefined ? {} : { status: query.status }
      return paginateTable(state, 'releases', state.releases, filter, query, undefined, ({ id }) =>
        isVisible(state, id),
      )
    },
  },

  getRelease: {
    run({ world, path }) {
      const release = findRelease(world.state, path.release_id)
      return release
        ? { status: 200, body: release, rowsIn: 'body' }
        : refuse('not_found', { message: `There is no release ${path.release_id}.` })
    },
  },

  submitRelease: {
    run({ world, path, header }) {
      const requestedScenario = header('x-sandbox-scenario')
      const choice = chooseScenario(world.state, path.release_id, requestedScenario)
      if ('ok' in choice) return choice
      const scenario = requestedScenario === undefined ? {} : { scenario: requestedScenario }
      const submitted = world.execute({ type: 'submit-release', id: path.release_id, ...scenario })
      return submitted.ok ? { status: 200, body: submitted.value, headers: scenarioHeaders(choice) } : submitted
    },
  },

  updateRelease: {
    findIssues: releaseChangeIssues,
    run({ world, path, body, header }) {
      if (body.status === undefined)
        return toReply(world.execute({ type: 'update-release', id: path.release_id, changes: body }), {})
      // Setting the status is a submission, so it accepts a scenario.
      const requestedScenario = header('x-sandbox-scenario')
      const choice = chooseScenario(world.state, path.release_id, requestedScenario)
      if ('ok' in choice) return choice
      // Before the sunset every response carries the deprecation headers. After it, the refusal explains.
      const deprecationHeaders = world.state.now >= STATUS_PATCH_DATES.sunset ? {} : STATUS_DEPRECATION_HEADERS
      const scenario = requestedScenario === undefined ? {} : { scenario: requestedScenario }
      const updated = world.execute({ type: 'update-release', id: path.release_id, changes: body, ...scenario })
      return toReply(updated, updated.ok ? { ...deprecationHeaders, ...scenarioHeaders(choice) } : deprecationHeaders)
    },
  },
}

function toReply(updated: Result<Release>, headers: Record<string, string>): OperationOutcome {
  if (updated.ok) return { status: 200, body: updated.value, headers }
  return updated.code === 'not_found' ? updated : { ...updated, headers }
}
