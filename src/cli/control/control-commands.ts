import type { Command } from '../framework/command.js'

const group = 'Drive a running sandbox'

/** The commands that are clients of a running sandbox. */
export const CONTROL_COMMANDS: Record<string, Command> = {
  clock: {
    group,
    usage: [
      ['clock', 'where the clock stands'],
      ['clock advance [DURATION]', 'move it by 72h, --to an instant, or --until something has happened'],
    ],
    load: () => import('./clock.js').then(({ clock }) => clock),
  },
  scenario: {
    group,
    usage: [
      ['scenario', 'which scenario the world follows'],
      ['scenario use NAME', 'choose another'],
    ],
    load: () => import('./scenario.js').then(({ scenario }) => scenario),
  },
  simulate: {
    group,
    usage: [
      ['simulate delivery ID OUTCOME', 'drive a delivery to an outcome now'],
      ['simulate asset ID OUTCOME', 'the same for an asset'],
      ['simulate payout ID OUTCOME', 'the same for a payout; pending resolves a hold'],
    ],
    load: () => import('./simulate.js').then(({ simulate }) => simulate),
  },
  wait: {
    group,
    usage: [['wait', 'until a delivery has a status, or until a sandbox answers; exit code 0 or 1']],
    load: () => import('./wait.js').then(({ wait }) => wait),
  },
  faults: {
    group,
    usage: [
      ['faults', 'list the faults'],
      ['faults add', 'make calls fail, or wait'],
      ['faults clear [ID]', 'remove one, or all'],
    ],
    load: () => import('./faults.js').then(({ faults }) => faults),
  },
  snapshot: {
    group,
    usage: [
      ['snapshot', 'list the snapshots of the world'],
      ['snapshot save NAME', 'keep the world as it is'],
      ['snapshot restore NAME', 'put it back'],
      ['snapshot delete NAME', 'remove a snapshot'],
      ['snapshot fork NAME WORLD', 'make another world of it'],
      ['snapshot export NAME FILE', 'write it to a file'],
      ['snapshot import FILE', 'read it from one, in this sandbox or another'],
    ],
    load: () => import('./snapshot.js').then(({ snapshot }) => snapshot),
  },
  changelog: {
    group,
    usage: [['changelog publish TEXT', 'publish api.changelog.published (enterprise)']],
    load: () => import('./changelog.js').then(({ changelog }) => changelog),
  },
  worlds: {
    group,
    usage: [['worlds', 'list the worlds and their keys']],
    load: () => import('./worlds.js').then(({ worlds }) => worlds),
  },
  reset: {
    group,
    usage: [['reset', 'put the world back to its seed']],
    load: () => import('./worlds.js').then(({ reset }) => reset),
  },
}
