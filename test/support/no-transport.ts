import type { SandboxSettings } from '../../src/runtime/sandbox-settings.js'

/** For worlds that must not send events. */
export const noTransport: Pick<SandboxSettings, 'transport' | 'onAttempt' | 'onError'> = {
  transport: { deliver: () => Promise.reject(new Error('This world must not send events.')) },
  onAttempt: () => {},
  onError: (error) => {
    throw error
  },
}
