import type { SandboxSettings } from '../../src/runtime/sandbox-settings.js'

/** For worlds that must not send events. */
export const noTransport: Pick<
  SandboxSettings,
  'transport' | 'createEventStamp' | 'onAttempt' | 'onError' | 'onWarning' | 'maxWorlds' | 'hibernateAfterMs'
> = {
  transport: { deliver: () => Promise.reject(new Error('This world must not send events.')) },
  createEventStamp: () => 0,
  onAttempt: () => {},
  onWarning: () => {},
  maxWorlds: 10,
  hibernateAfterMs: 60_000,
  onError: (error) => {
    throw error
  },
}
