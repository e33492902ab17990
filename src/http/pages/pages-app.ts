import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { type Refusal, refuse } from '../../core/primitives/result.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { mountPrefixOf, publicUrlOf } from '../server/base-url.js'
import type { Listener } from '../server/listen.js'
import { refuseMalformed, toIncoming } from '../server/node-listener.js'
import type { OriginGuard } from '../server/origin-guard.js'
import { loadDashboard } from './dashboard-page.js'
import { loadAssets, PAGES } from './page-content.js'
import type { SandboxInfo } from './sandbox-info.js'

export interface PagesOptions {
  info: SandboxInfo
  /** Builds, logs and counts an error response. */
  reject: Pipeline['reject']
  onError(error: unknown): void
  closing: AbortSignal
  originGuard: OriginGuard
}

/** No other host, no inline script, no frame. The viewer sets styles on its elements, so inline styles are allowed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The server URL in the documents and guides. Pages show the URL by which the reader reached them instead. */
const DOCUMENTED_URL = 'http://127.0.0.1:4010'

const REVALIDATE = 'no-cache'
const CACHE_FOREVER = 'public, max-age=31536000, immutable'

/** The Express application that serves what a browser shows. It also works when it is mounted below another path. */
export function createPagesApp({ info, reject, onError, closing, originGuard }: PagesOptions): Listener {
  const app = express()
  app.disable('x-powered-by')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  app.set('etag', 'strong')

  const sendRefusal = (request: Request, response: Response, refusal: Refusal) => {
    const { status, headers, body } = reject(toIncoming(request), refusal)
    // `response.set` would add a charset to the content type, which other error responses do not have.
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.status(status).setHeader('Content-Length', Buffer.byteLength(body)).end(body)
  }

  const guardOrigin: RequestHandler = (request, response, next) => {
    if (closing.aborted) response.set('Connection', 'close')
    const { headers, target } = toIncoming(request)
    const refusal = refuseMalformed(request) ?? originGuard.check(headers, target)
    if (refusal) sendRefusal(request, response, refusal)
    else next()
  }

  const setSecurityHeaders: RequestHandler = (_, response, next) => {
    response.set(SECURITY_HEADERS)
    next()
  }

  const refuseMethod: RequestHandler = (request, response) => {
    const message = `${request.path} does not take ${request.method}. It takes GET, HEAD.`
    sendRefusal(request, response, refuse('method_not_allowed', { message, headers: { Allow: 'GET, HEAD' } }))
  }

  const refuseUnknownPath: RequestHandler = (request, response) =>
    sendRefusal(
      request,
      response,
      refuse('not_found', { message: 'There is no page at this path. GET / lists the pages.' }),
    )

  // Express recognizes an error handler by its four parameters.
  const handleError: ErrorRequestHandler = (error, request, response, _next) => {
    onError(error)
    if (response.headersSent) response.destroy()
    else sendRefusal(request, response, refuse('internal_error'))
  }

  app.use(guardOrigin, setSecurityHeaders)

  // Links are relative, so the home page of a mounted sandbox needs its trailing slash.
  app.get('/', (request, response, next) => {
    if (request.originalUrl.split('?')[0] === request.baseUrl && request.baseUrl !== '')
      response.redirect(`${request.baseUrl}/`)
    // Browsers get the dashboard, and everything else the page that works without JavaScript.
    else if (request.accepts(['text/plain', 'text/html']) === 'text/html') {
      response.vary('Accept').redirect(`${mountPrefixOf(toIncoming(request).headers)}/_sandbox/ui`)
    } else {
      response.vary('Accept')
      next()
    }
  })

  for (const path of ['/docs/', '/_sandbox/docs/'])
    app
      .route(path)
      .get((_, response) => response.redirect(308, '../docs'))
      .all(refuseMethod)

  for (const [path, render] of Object.entries(PAGES))
    app
      .route(path)
      .get(async (request, response) => {
        const { type, body } = await render(info)
        const url = publicUrlOf(toIncoming(request).headers) ?? DOCUMENTED_URL
        response.type(type).set('Cache-Control', REVALIDATE).send(body.replaceAll(DOCUMENTED_URL, url))
      })
      .all(refuseMethod)

  app
    .route('/docs/assets/:hash/:file')
    .get(async (request, response, next) => {
      const { hash, files } = await loadAssets()
      const asset = request.params.hash === hash ? files.get(request.params.file) : undefined
      if (asset) response.type(asset.type).set('Cache-Control', CACHE_FOREVER).send(asset.body)
      else next('route')
    })
    .all(refuseMethod)

  app
    .route('/_sandbox/ui/assets/:file')
    .get(async (request, response, next) => {
      const asset = (await loadDashboard()).files.get(request.params.file)
      if (asset) response.type(asset.type).set('Cache-Control', CACHE_FOREVER).send(asset.body)
      else next('route')
    })
    .all(refuseMethod)

  // The application reads the rest of the path, so all paths below get the same page.
  app
    .route(['/_sandbox/ui', '/_sandbox/ui/', /^\/_sandbox\/ui\/(?!assets\/)/])
    .get(async (request, response) => {
      const { renderPage, contentSecurityPolicy } = await loadDashboard()
      const page = renderPage(info, mountPrefixOf(toIncoming(request).headers))
      response.set('Content-Security-Policy', contentSecurityPolicy)
      response.type('text/html').set('Cache-Control', REVALIDATE).send(page)
    })
    .all(refuseMethod)

  app.use(refuseUnknownPath)
  app.use(handleError)
  return app
}
