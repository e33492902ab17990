import { ok, type Result } from './errors.js'
import { createRelease, type ReleaseChanges, type ReleaseInput, updateRelease } from './releases.js'
import { issueToken } from './tokens.js'
import type { Release, World } from './world.js'

/** Everything that can change a world. Plain JSON: seed, scenario and commands reproduce any run. */
export type Command =
  | { type: 'create-release'; input: ReleaseInput }
  | { type: 'update-release'; id: string; changes: ReleaseChanges }
  | { type: 'issue-token' }

interface Outcomes {
  'create-release': Release
  'update-release': Release
  'issue-token': string
}

export type OutcomeOf<C extends Command> = Outcomes[C['type']]

export function execute<C extends Command>(world: World, command: C): Result<OutcomeOf<C>>
export function execute(world: World, command: Command): Result<unknown> {
  switch (command.type) {
    case 'create-release':
      return createRelease(world, command)
    case 'update-release':
      return updateRelease(world, command)
    case 'issue-token':
      return ok(issueToken(world))
  }
}
