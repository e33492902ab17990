import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { useAction } from '../../components/use-action.js'
import { post } from '../../data/api.js'
import { FormDialog } from '../../forms/form-dialog.js'
import { TextField, textOf } from '../../forms/form-fields.js'

const OUTCOME_TEXTS: Record<string, string> = {
  delivered: 'Deliver',
  rejected: 'Reject…',
  action_required: 'Require action…',
  taken_down: 'Confirm takedown',
}

interface OutcomeButtonsProps {
  deliveryId: string
  /** Without a store, the outcome is for the whole delivery. */
  storeId?: string
  storeName: string
  outcomes: readonly string[]
}

/** Buttons for the outcomes that the simulator accepts now. */
export function OutcomeButtons({ deliveryId, storeId, storeName, outcomes }: OutcomeButtonsProps) {
  const { isBusy, run } = useAction()
  const refusal = useSignal<string | undefined>(undefined)
  async function simulate(outcome: string, more: object = {}): Promise<string> {
    const body = { delivery_id: deliveryId, store_id: storeId, outcome, ...more }
    const { status } = await post<{ status: string }>('/_sandbox/simulate/delivery', body)
    return `The delivery is ${status.replaceAll('_', ' ')}.`
  }
  const needsReason = (outcome: string) => outcome === 'rejected' || outcome === 'action_required'
  return (
    <>
      {outcomes.map((outcome) => {
        const text = OUTCOME_TEXTS[outcome] ?? outcome
        return (
          <Button
            key={outcome}
            disabled={isBusy}
            label={`${text} ${storeName}`}
            onClick={() => (needsReason(outcome) ? (refusal.value = outcome) : void run(() => simulate(outcome)))}
          >
            {text}
          </Button>
        )
      })}
      {refusal.value !== undefined && (
        <FormDialog
          title={`${storeName}: ${refusal.value.replaceAll('_', ' ')}`}
          submitText={(OUTCOME_TEXTS[refusal.value] ?? '').replace('…', '')}
          onSubmit={(data) =>
            simulate(refusal.peek() ?? '', {
              rejection_code: textOf(data, 'rejection_code'),
              rejection_reason: textOf(data, 'rejection_reason'),
            })
          }
          onClose={() => (refusal.value = undefined)}
        >
          <TextField
            name="rejection_code"
            label="Code"
            hint="Leave it empty for the code that the scenario would use."
          />
          <TextField name="rejection_reason" label="Reason" hint="Leave it empty for the usual text of the code." />
        </FormDialog>
      )}
    </>
  )
}
