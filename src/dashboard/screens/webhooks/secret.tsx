import { type Signal, useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { CopyableValue } from '../../components/code-block.js'
import { useAction } from '../../components/use-action.js'
import { get } from '../../data/api.js'

interface SecretProps {
  id: string
  /** Holds the secret once it is shown. */
  value?: Signal<string | undefined>
}

/** The secret of an endpoint, shown on demand. */
export function Secret({ id, value }: SecretProps) {
  const own = useSignal<string | undefined>(undefined)
  const secret = value ?? own
  const { isBusy, run } = useAction()
  const reveal = async () => {
    const answer = await get<{ secret: string }>(`/_sandbox/state/webhooks/${id}/secret`)
    secret.value = answer.secret
    return undefined
  }
  if (secret.value !== undefined) return <CopyableValue value={secret.value} label="the secret" />
  return (
    <Button disabled={isBusy} label="Show the secret" onClick={() => void run(reveal)}>
      Show
    </Button>
  )
}
