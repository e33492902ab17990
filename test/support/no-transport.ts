import type { SandboxSettings } from '../../src/runtime/running-world.js'

/** A transport for worlds that send no events. */
export const noTransport: Pick<SandboxSettings, 'courier' | 'onAttempt' | 'onFault'> = {
  courier: { deliver: () => Promise.reject(new Error('nothing is sent here')) },
  onAttempt: () => {},
  onFault: (fault) => {
    throw fault
  },
}
