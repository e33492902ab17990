import { refuse } from '../../core/primitives/result.js'
import { PAGE_PATHS, type SandboxInfo } from '../pages/about.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { guardOrigin } from './origin-guard.js'

export type Surface = 'api' | 'control' | 'pages'

/** Whom a request is for. What is for nobody is for the API, which says so. */
export function surfaceOf(target: string): Surface {
  if (target.startsWith('/v1/')) return 'api'
  const path = target.replace(/[?#].*$/s, '')
  if (PAGE_PATHS.has(path)) return 'pages'
  return path === '/_sandbox' || path.startsWith('/_sandbox/') ? 'control' : 'api'
}

/** All that answers requests, however they come in. */
export function createSurfaces(
  api: Pipeline,
  control: Pipeline,
  info: SandboxInfo,
  onError: (error: unknown) => void,
): (target: string) => Pipeline {
  const pages: Pipeline = {
    reject: control.reject,
    async handle(incoming) {
      const { method, target } = incoming
      if (method !== 'GET' && method !== 'HEAD')
        return control.reject(
          incoming,
          refuse('method_not_allowed', {
            message: `${target} does not take ${method}. It takes GET, HEAD.`,
            headers: { Allow: 'GET, HEAD' },
          }),
        )
      try {
        // Loaded when somebody looks: nothing that a test needs waits for it.
        const { servePage } = await import('../pages/pages.js')
        return await servePage(incoming, info)
      } catch (error) {
        onError(error)
        return control.reject(incoming, refuse('internal_error'))
      }
    },
  }
  const surfaces: Record<Surface, Pipeline> = { api, control: guardOrigin(control), pages: guardOrigin(pages) }
  return (target) => surfaces[surfaceOf(target)]
}
