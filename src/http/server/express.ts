import express from 'express'
import type { Listener } from './listen.js'

/** Carries the control plane and, beside it, whatever a browser is shown. */
export function createExpressListener(serve: Listener): Listener {
  const app = express()
  app.disable('x-powered-by')
  app.use(serve)
  return app
}
