import { refuse } from '../../core/primitives/result.js'
import { type About, PAGES } from '../pages/about.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { guarded } from './origin-guard.js'

export type Door = 'api' | 'control' | 'pages'

/** Whom a request is for. What is for nobody is for the API, which says so. */
export function doorOf(target: string): Door {
  if (target.startsWith('/v1/')) return 'api'
  const path = target.replace(/[?#].*$/s, '')
  if (PAGES.has(path)) return 'pages'
  return path === '/_sandbox' || path.startsWith('/_sandbox/') ? 'control' : 'api'
}

/** All that answers requests, however they come in. */
export function createDoors(
  api: Pipeline,
  control: Pipeline,
  about: About,
  onFault: (fault: unknown) => void,
): (target: string) => Pipeline {
  const pages: Pipeline = {
    turnAway: control.turnAway,
    async handle(incoming) {
      const { method, target } = incoming
      if (method !== 'GET' && method !== 'HEAD')
        return control.turnAway(
          incoming,
          refuse('method_not_allowed', {
            message: `${target} does not take ${method}. It takes GET, HEAD.`,
            headers: { Allow: 'GET, HEAD' },
          }),
        )
      try {
        // Loaded when somebody looks: nothing that a test needs waits for it.
        const { servePage } = await import('../pages/pages.js')
        return await servePage(incoming, about)
      } catch (fault) {
        onFault(fault)
        return control.turnAway(incoming, refuse('internal_error'))
      }
    },
  }
  const doors: Record<Door, Pipeline> = { api, control: guarded(control), pages: guarded(pages) }
  return (target) => doors[doorOf(target)]
}
