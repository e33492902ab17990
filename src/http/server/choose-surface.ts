import { isPagePath } from '../pages/page-paths.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import type { OriginGuard } from './origin-guard.js'

export type Surface = 'api' | 'control' | 'pages'

/** Unknown paths belong to the API, which answers them with 404. */
export function surfaceOf(target: string): Surface {
  if (target.startsWith('/v1/')) return 'api'
  const path = target.replace(/[?#].*$/s, '')
  if (isPagePath(path)) return 'pages'
  return path === '/_sandbox' || path.startsWith('/_sandbox/') ? 'control' : 'api'
}

/** Chooses between the API and the control plane, both behind the origin guard. Pages have their own listener. */
export function createPipelineSelector(
  api: Pipeline,
  control: Pipeline,
  { guard }: OriginGuard,
): (target: string) => Pipeline {
  const guardedApi = guard(api)
  const guardedControl = guard(control)
  return (target) => (surfaceOf(target) === 'control' ? guardedControl : guardedApi)
}
