import express from 'express'
import type { Listener } from './listener.js'

/** The control plane and, beside it, whatever a browser is shown. */
export function createControl(serveControl: Listener): Listener {
  const app = express()
  app.disable('x-powered-by')
  app.use('/_sandbox', serveControl)
  return app
}
