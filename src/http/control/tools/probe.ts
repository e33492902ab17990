import { randomInt } from 'node:crypto'
import { invalidField, refuseWithIssues } from '../../../core/primitives/result.js'
import { PROBE_CHECKS, type ProbeResult, runProbe, UnreachableError } from '../../../webhooks/probe.js'
import { createProbeEvents } from '../../../webhooks/probe-events.js'
import type { Sender } from '../../../webhooks/sender.js'
import type { ControlOperations } from '../../pipeline/exchange.js'

const DEFAULT_TIMEOUT_MS = 5000
/** A probe ends after this time, because the client waits for one response. */
const MAX_PROBE_MS = 60_000

const checkView = ({ check, does, reason, warning, answersMs }: ProbeResult) => ({
  check: check.name,
  does,
  passed: reason === undefined,
  reason: reason ?? null,
  warning: warning ?? null,
  answers_ms: answersMs,
})

const skippedView = ({ name, does }: (typeof PROBE_CHECKS)[number]) => ({
  check: name,
  does,
  passed: false,
  reason: `skipped: the probe took longer than ${MAX_PROBE_MS / 1000} seconds`,
  warning: null,
  answers_ms: [],
})

export const createProbeOperation = (
  sender: Sender,
  version: string,
  wall: () => number,
  maxProbeMs = MAX_PROBE_MS,
): Pick<ControlOperations, 'runProbe'> => ({
  runProbe: {
    async run({ body: { url, secret, effects_url: effectsUrl, timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS } }) {
      const urlIssue = await sender.checkUrl(url)
      const effectsIssue = effectsUrl === undefined ? undefined : await sender.checkUrl(effectsUrl)
      if (urlIssue !== undefined) return refuseWithIssues([invalidField('url', urlIssue)])
      if (effectsIssue !== undefined) return refuseWithIssues([invalidField('effects_url', effectsIssue)])
      const limit = AbortSignal.timeout(maxProbeMs)
      const limitedSender: Sender = { ...sender, send: (request) => sender.send({ ...request, signal: limit }) }
      const checks: ReturnType<typeof checkView>[] = []
      const report = (reason: string | null) => {
        const passed = checks.filter((check) => check.passed).length
        return { status: 200, body: { reachable: reason === null, reason, passed, total: checks.length, checks } }
      }
      try {
        const probe = runProbe(PROBE_CHECKS, {
          sender: limitedSender,
          url,
          secret,
          effectsUrl,
          userAgent: `mds-sandbox/${version}`,
          timeoutMs,
          // Random ids, because a handler that remembers the last run would treat repeated ids as duplicates.
          events: createProbeEvents(randomInt(2 ** 47), wall()),
        })
        for await (const result of probe) {
          if (limit.aborted) break
          checks.push(checkView(result))
        }
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        // At the time limit, the connection of the first event is closed too.
        if (!limit.aborted) return report(error.message)
      }
      checks.push(...PROBE_CHECKS.slice(checks.length).map(skippedView))
      return report(null)
    },
  },
})
