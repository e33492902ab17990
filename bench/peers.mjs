import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OPENAPI = fileURLToPath(new URL('../openapi.yaml', import.meta.url))
const nodeCommand = (path, ...args) => [process.execPath, path, ...args]

function writeJson(folder, name, content) {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const stubMapping = (method, urlPath, status, body, more = {}) => ({
  request: { method, urlPath },
  response: { status, headers: { 'Content-Type': 'application/json' }, body, ...more },
})

/**
 * Alternatives to the sandbox. They are larger than all dev dependencies together, so each is installed into its own
 * folder, in exactly this version, when it is measured. `command` gets the folder of the installation, a folder for its
 * files, a port, and responses of the sandbox, so that all servers send the same data as far as possible.
 */
export const PEERS = {
  Prism: {
    package: '@stoplight/prism-cli',
    // The last version that runs on the oldest Node that we support.
    version: '5.12.0',
    description:
      'validates the request, the credentials and the response against the same `openapi.yaml` and sends the example from that document; it stores nothing. Its list is the example of the document, which has fewer than 20 entries',
    command: ({ installed, port }) =>
      nodeCommand(
        join(installed, '@stoplight/prism-cli/dist/index.js'),
        ...['mock', OPENAPI, '--port', port, '--host', '127.0.0.1', '--verboseLevel', 'silent', '--cors', 'false'],
      ),
  },
  Mockoon: {
    package: '@mockoon/cli',
    version: '9.9.0',
    description:
      'keeps a list in memory (a CRUD route over a data bucket) and sends its entries; it validates nothing. Its response to a POST is the posted body with an id',
    command: ({ installed, folder, port, samples }) => {
      const response = {
        ...{ uuid: 'response', body: '', latency: 0, statusCode: 200, label: '', headers: [], filePath: '' },
        ...{ bodyType: 'DATABUCKET', databucketID: 'rels', sendFileAsBody: false, rules: [], rulesOperator: 'OR' },
        ...{ disableTemplating: true, fallbackTo404: false, default: true, crudKey: 'id', callbacks: [] },
      }
      const crudRoute = {
        ...{ uuid: 'route', type: 'crud', documentation: '', method: '', endpoint: 'v1/releases' },
        ...{ responses: [response], responseMode: null, streamingMode: null, streamingInterval: 0 },
      }
      const value = JSON.stringify(samples.releases)
      const environment = {
        ...{ uuid: 'environment', lastMigration: 33, name: 'bench', endpointPrefix: '', latency: 0, port: 0 },
        ...{ hostname: '', folders: [], routes: [crudRoute], rootChildren: [{ type: 'route', uuid: 'route' }] },
        ...{ proxyMode: false, proxyHost: '', proxyRemovePrefix: false, proxyReqHeaders: [], proxyResHeaders: [] },
        tlsOptions: {
          enabled: false,
          type: 'CERT',
          pfxPath: '',
          certPath: '',
          keyPath: '',
          caPath: '',
          passphrase: '',
        },
        ...{ cors: false, headers: [], data: [{ uuid: 'data', id: 'rels', name: 'r', documentation: '', value }] },
        callbacks: [],
      }
      const file = writeJson(folder, 'environment.json', environment)
      return nodeCommand(
        join(installed, '@mockoon/cli/bin/run.js'),
        ...['start', '--data', file, '--port', port, '--hostname', '127.0.0.1'],
        ...['--disable-log-to-file', '--disable-admin-api', '--max-transaction-logs', '1'],
      )
    },
  },
  'json-server': {
    package: 'json-server',
    version: '0.17.4',
    description:
      'keeps a list and rewrites the whole file with every POST, so it becomes slower as the list grows; it validates nothing. Its response to a POST is the posted body with an id',
    listPath: '/v1/releases?_limit=20',
    command: ({ installed, folder, port, samples }) =>
      nodeCommand(
        join(installed, 'json-server/lib/cli/bin.js'),
        writeJson(folder, 'db.json', { releases: samples.releases }),
        ...['--routes', writeJson(folder, 'routes.json', { '/v1/*': '/$1' }), '--port', port, '--host', '127.0.0.1'],
        ...['--quiet', '--no-gzip', '--no-cors'],
      ),
  },
  WireMock: {
    package: 'wiremock',
    version: '3.13.2',
    description:
      'finds the matching stub and sends its body, which for a POST is a template filled from the request; it stores and validates nothing, and uses all cores. Its size excludes the Java runtime that it needs',
    command: ({ installed, folder, port, samples }) => {
      mkdirSync(join(folder, 'mappings'))
      const filled = { ...JSON.parse(samples.created), title: "{{jsonPath request.body '$.title'}}" }
      writeJson(folder, 'mappings/all.json', {
        mappings: [
          stubMapping('GET', '/v1/releases/rel_seed_01', 200, samples.release),
          stubMapping('GET', '/v1/releases', 200, samples.page),
          stubMapping('POST', '/v1/releases', 201, JSON.stringify(filled), { transformers: ['response-template'] }),
        ],
      })
      const build = join(installed, 'wiremock/build')
      const jar = join(build, readdirSync(build).find((name) => name.endsWith('.jar')) ?? '')
      return [
        ...['java', '-jar', jar, '--port', port, '--bind-address', '127.0.0.1', '--root-dir', folder],
        ...['--no-request-journal', '--disable-request-logging', '--disable-banner', '--disable-gzip'],
      ]
    },
  },
}

export const OURS = 'mds-sandbox'
/** The columns of the table, in order. */
export const COLUMNS = [OURS, 'bare', ...Object.keys(PEERS)]
