import type { Listener } from '../server/listen.js'
import type { PagesOptions } from './pages-app.js'

/** Loads Express with the first page, so that neither start-up nor the first API or control-plane call waits for it. */
export function createLazyPages(options: PagesOptions): Listener {
  let loading: Promise<Listener> | undefined
  return (request, response) => {
    loading ??= import('./pages-app.js').then(({ createPagesApp }) => createPagesApp(options))
    loading
      .then((app) => app(request, response))
      .catch((error) => {
        options.onError(error)
        response.destroy()
      })
  }
}
