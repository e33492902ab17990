const BASELINE_REASON =
  'bare looks up a release and sends it; mds-sandbox routes, authenticates, applies the rate limits, validates and records the request'

/** Why mds-sandbox is behind, by row and column. A missing reason means that the result needs to be fixed. */
export const REASONS = {
  GET: { bare: BASELINE_REASON },
  'GET CPU': { bare: BASELINE_REASON },
  list: { bare: BASELINE_REASON, WireMock: 'WireMock sends a fixed text, on all cores' },
  'list CPU': { bare: BASELINE_REASON },
  POST: {
    bare: `${BASELINE_REASON}; it also checks the release, assigns its UPC and indexes it for lists and duplicates`,
    WireMock: 'WireMock fills a template and stores nothing, on all cores',
  },
  'POST CPU': {
    bare: `${BASELINE_REASON}; it also checks the release, assigns its UPC and indexes it for lists and duplicates`,
  },
  start: {
    bare: 'bare loads nothing; mds-sandbox loads the contract, the seeds and, with the first request, the validator',
  },
  memory: {
    bare: 'mds-sandbox keeps the contract, the seeds, the scenarios and the validators in memory',
    'json-server':
      'mds-sandbox keeps the contract, the seeds, the scenarios and the validators in memory; json-server has none of them',
  },
  'memory after': {
    bare: 'mds-sandbox keeps every release with its position in every list, and the latest requests of each of 46 worlds (at most 64 MB); bare keeps a Map',
    'json-server': 'json-server was too slow to receive as many releases, and it records no requests',
    Prism: 'Prism stores nothing; mds-sandbox keeps every release and the latest requests of 46 worlds',
    Mockoon: 'Mockoon has fewer releases to keep, and it records no requests',
    WireMock: 'WireMock stores nothing; mds-sandbox keeps every release and the latest requests of 46 worlds',
  },
  webhooks: {
    bare: 'the bare loop posts the same bytes again and again; mds-sandbox creates, signs, schedules, records and lists each event',
  },
}
