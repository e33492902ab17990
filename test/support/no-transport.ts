import type { SandboxSettings } from '../../src/runtime/running-world.js'

/** For worlds in which nothing is sent. */
export const noTransport: Pick<SandboxSettings, 'courier' | 'onAttempt' | 'onFault'> = {
  courier: { deliver: () => Promise.reject(new Error('nothing is sent here')) },
  onAttempt: () => {},
  onFault: (fault) => {
    throw fault
  },
}
