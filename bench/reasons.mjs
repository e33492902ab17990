const FLOOR =
  'bare looks a release up and sends it; ours routes, authenticates, counts against the limits, validates and writes the request down'

/** Why ours is behind, by row and column. Where there is no reason, it is a fault to fix. */
export const REASONS = {
  GET: { bare: FLOOR },
  'GET CPU': { bare: FLOOR },
  list: { bare: FLOOR, WireMock: 'it sends a text that it was given, on all cores at once' },
  'list CPU': { bare: FLOOR },
  POST: {
    bare: `${FLOOR}; and a release is checked, gets its UPC and is put where lists and duplicates find it`,
    WireMock: 'it fills a text and keeps nothing, on all cores at once',
  },
  'POST CPU': {
    bare: `${FLOOR}; and a release is checked, gets its UPC and is put where lists and duplicates find it`,
  },
  start: { bare: 'bare loads nothing; ours loads the contract, the seeds and, with the first request, the validator' },
  memory: {
    bare: 'contract, seeds, scenarios and validators are in memory',
    'json-server': 'contract, seeds, scenarios and validators are in memory; it has none of them',
  },
  'memory after': {
    bare: 'every release that was made is kept with its place in every list, and the latest requests of each of 46 worlds are remembered (at most 64 MB); bare keeps a Map',
    'json-server': 'it was too slow to be given as many releases to keep, and remembers no requests',
    Prism: 'it keeps nothing; ours has every release that was made, and the latest requests of 46 worlds',
    Mockoon: 'it has fewer releases to keep, and remembers no requests',
    WireMock: 'it keeps nothing; ours has every release that was made, and the latest requests of 46 worlds',
  },
  webhooks: {
    bare: 'the bare loop posts the same bytes again; ours makes, signs, schedules and records each event, and lists it',
  },
}
