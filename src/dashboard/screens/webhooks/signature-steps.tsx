import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { CodeBlock, CopyableValue } from '../../components/code-block.js'
import { StatusBadge } from '../../components/status-badge.js'
import type { SandboxFacts } from '../../data/types.js'
import { Secret } from './secret.js'

type SentSignature = NonNullable<SandboxFacts['signatures']>[number]['attempts'][number]

/** HMAC-SHA256 as hexadecimal digits. */
async function hmacSha256(secret: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign'])
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, body))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

interface SignatureStepsProps {
  /** The exact text that was sent. */
  body: string
  webhookId: string
  /** By attempt, what was sent. */
  sent: readonly SentSignature[]
}

/** How the signature is made: from the bytes of the payload to the header, computed here and as sent. */
export function SignatureSteps({ body, webhookId, sent }: SignatureStepsProps) {
  const secret = useSignal<string | undefined>(undefined)
  const computed = useSignal<string | undefined>(undefined)
  const bytes = new TextEncoder().encode(body)
  // Browsers offer it in secure contexts only.
  const canCompute = crypto.subtle !== undefined
  useEffect(() => {
    if (secret.value === undefined || !canCompute) return
    void hmacSha256(secret.value, bytes).then((digest) => (computed.value = digest))
  }, [secret.value, body])
  return (
    <section>
      <h3>Signature</h3>
      <ol class="webhooks-steps">
        <li>
          <p>Take the payload exactly as it arrived: {bytes.length.toLocaleString('en')} bytes.</p>
          <CodeBlock text={body} label="the payload" />
        </li>
        <li>
          <p>
            Take the secret of the endpoint as the key: <Secret id={webhookId} value={secret} />
          </p>
        </li>
        <li>
          <p>Compute HMAC-SHA256 of the payload and write it as hexadecimal digits:</p>
          {computed.value !== undefined && <CopyableValue value={computed.value} label="the computed digest" />}
          {computed.value === undefined && canCompute && (
            <p class="muted">Show the secret, and the browser computes it here.</p>
          )}
          {!canCompute && (
            <>
              <p class="muted">
                The browser can't compute it here: it offers crypto.subtle only over https and on localhost. Use
                openssl:
              </p>
              <CodeBlock
                text={`printf %s ${shellQuote(body)} | openssl dgst -sha256 -hmac ${shellQuote(secret.value ?? 'SECRET')}`}
                label="the openssl command"
              />
            </>
          )}
        </li>
        <li>
          <p>Compare it in constant time with the header X-SVC-Signature, which starts with sha256=:</p>
          <SentHeaders sent={sent} computed={computed.value} />
        </li>
      </ol>
    </section>
  )
}

function SentHeaders({ sent, computed }: { sent: readonly SentSignature[]; computed: string | undefined }) {
  if (sent.length === 0) return <p class="muted">Nothing was sent yet.</p>
  return (
    <ul>
      {sent.map((signature, i) => (
        <li key={i} class="button-row">
          <span class="muted">Attempt {i + 1}</span>
          {signature === null ? (
            <span>was not sent</span>
          ) : (
            <>
              <code class="webhooks-signature">{signature.signature}</code>
              {computed !== undefined &&
                (signature.signature === `sha256=${computed}` ? (
                  <StatusBadge status="matches" tone="success" />
                ) : (
                  <StatusBadge status="does not match" tone="danger" />
                ))}
              {signature.forged && <span>The scenario sent a wrong signature on purpose.</span>}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
