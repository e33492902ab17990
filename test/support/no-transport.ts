import type { WorldSettings } from '../../src/runtime/running-world.js'

/** For worlds in which nothing is sent. */
export const noMail: Pick<WorldSettings, 'courier' | 'onAttempt' | 'onFault'> = {
  courier: { deliver: () => Promise.reject(new Error('nothing is sent here')) },
  onAttempt: () => {},
  onFault: (fault) => {
    throw fault
  },
}
