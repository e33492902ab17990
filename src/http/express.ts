import express from 'express'
import type { Listener } from './listen.js'

/** The control plane and, beside it, whatever a browser is shown. */
export function createExpress(serveControl: Listener): Listener {
  const app = express()
  app.disable('x-powered-by')
  app.use(serveControl)
  return app
}
