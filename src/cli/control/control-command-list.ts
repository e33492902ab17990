import type { Command } from '../framework/command.js'

const group = 'Control a running sandbox'

export const CONTROL_COMMANDS: Record<string, Command> = {
  clock: {
    group,
    usage: [
      ['clock', 'show the clock'],
      [
        'clock advance [DURATION]',
        'advance the clock by a duration such as 72h, --to an instant, or --until a condition holds',
      ],
    ],
    load: () => import('./clock.js').then(({ clock }) => clock),
  },
  scenario: {
    group,
    usage: [
      ['scenario', 'show the scenario of the world'],
      ['scenario use NAME', 'select another scenario'],
    ],
    load: () => import('./scenario.js').then(({ scenario }) => scenario),
  },
  simulate: {
    group,
    usage: [
      ['simulate delivery ID OUTCOME', 'bring a delivery to an outcome now'],
      ['simulate asset ID OUTCOME', 'bring an asset to an outcome now'],
      ['simulate payout ID OUTCOME', 'bring a payout to an outcome now; pending resolves a hold'],
    ],
    load: () => import('./simulate.js').then(({ simulate }) => simulate),
  },
  wait: {
    group,
    usage: [
      ['wait', 'wait until a resource has a status, an event has happened, or a sandbox is ready; exit code 0 or 1'],
    ],
    load: () => import('./wait.js').then(({ wait }) => wait),
  },
  faults: {
    group,
    usage: [
      ['faults', 'list the faults'],
      ['faults add', 'make calls fail, or delay them'],
      ['faults clear [ID]', 'remove one fault, or all'],
    ],
    load: () => import('./faults.js').then(({ faults }) => faults),
  },
  snapshot: {
    group,
    usage: [
      ['snapshot', 'list the snapshots of the world'],
      ['snapshot save NAME', 'save the world'],
      ['snapshot restore NAME', 'restore the world'],
      ['snapshot delete NAME', 'delete a snapshot'],
      ['snapshot fork NAME WORLD', 'create another world from a snapshot'],
      ['snapshot export NAME FILE', 'write a snapshot to a file'],
      ['snapshot import FILE', 'read a snapshot from a file, in this sandbox or another'],
    ],
    load: () => import('./snapshot.js').then(({ snapshot }) => snapshot),
  },
  changelog: {
    group,
    usage: [['changelog publish TEXT', 'publish api.changelog.published (enterprise)']],
    load: () => import('./changelog.js').then(({ changelog }) => changelog),
  },
  requests: {
    group,
    usage: [['requests', 'list the latest requests to the API, or follow them']],
    load: () => import('../observe/requests.js').then(({ requests }) => requests),
  },
  agenda: {
    group,
    usage: [['agenda', 'list what is scheduled']],
    load: () => import('../observe/agenda.js').then(({ agenda }) => agenda),
  },
  journal: {
    group,
    usage: [['journal save FILE', 'write the run journal of the world to a file, for rerun and report']],
    load: () => import('../observe/journal.js').then(({ journal }) => journal),
  },
  invariants: {
    group,
    usage: [['invariants', 'check that the state of the world adds up; exit code 0 or 1']],
    load: () => import('../observe/invariants.js').then(({ invariants }) => invariants),
  },
  worlds: {
    group,
    usage: [
      ['worlds', 'list the worlds and their keys'],
      ['worlds create NAME', 'create a world with settings of its own'],
      ['worlds delete NAME', 'remove a world'],
      ['worlds files TIER NAME FILE', 'download the files of a world (--data)'],
    ],
    load: () => import('./worlds.js').then(({ worlds }) => worlds),
  },
  reset: {
    group,
    usage: [['reset', 'restore the initial state of the world']],
    load: () => import('./worlds.js').then(({ reset }) => reset),
  },
}
