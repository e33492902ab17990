import { fileURLToPath } from 'node:url'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'

// Prism asks its logger for a child per request, which must know `success` as well.
const silent = () => {}
const logger = { level: 'silent', fatal: silent, error: silent, warn: silent, info: silent, debug: silent }
Object.assign(logger, { trace: silent, success: silent, child: () => logger })

const operations = await getHttpOperationsFromSpec(fileURLToPath(new URL('../openapi.yaml', import.meta.url)))
const server = createServer(operations, {
  cors: false,
  components: { logger },
  config: {
    mock: { dynamic: false },
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
    isProxy: false,
  },
})
const address = await server.listen(0, '127.0.0.1')
process.stdout.write(`${JSON.stringify({ port: Number(new URL(address).port) })}\n`)
