import type { Credential } from '../sandbox-settings.js'
import { DataError } from './data-error.js'

/** A world that can't be opened now. The message is for the client. */
export class WorldUnavailable extends Error {}

/** The answer to a change that could not be written to the data directory. */
export const WRITE_FAILED_MESSAGE =
  'The change could not be written to the data directory (--data), so it was not made. Check that the disk has free space, then try again.'

export const DELETE_WORLDS =
  'Delete worlds that you no longer need (DELETE /_sandbox/worlds/TIER/NAME, with the key of an existing world)'

export function refuseFull(maxWorlds: number, hasStorage: boolean): WorldUnavailable {
  const worlds = maxWorlds === 1 ? '1 world' : `${maxWorlds} worlds`
  const use = hasStorage ? 'all of them are in use' : 'all of them are in use or were changed'
  const advice = hasStorage
    ? `${DELETE_WORLDS}, or raise --max-worlds.`
    : `${DELETE_WORLDS}, raise --max-worlds, or start the sandbox with --data, which keeps idle worlds on disk.`
  return new WorldUnavailable(`The sandbox holds ${worlds} in memory, its limit (--max-worlds), and ${use}. ${advice}`)
}

const CHECK_DISK = 'Check the disk and the permissions of the file, then try again.'
const REPAIR =
  'Restore its files from a backup, or delete the world (DELETE /_sandbox/worlds/TIER/NAME, with the key of another world) to start it again.'

export const explainLoadError = ({ tier, name }: Credential, error: Error): string =>
  `The world ${tier}/${name} can't be loaded: ${error.message}. ${error instanceof DataError ? REPAIR : CHECK_DISK}`

export const explainCloseError = (key: string, { message }: Error): string =>
  `The log of ${key} could not be folded into a snapshot. Nothing is lost: the log remains. ${message}`
