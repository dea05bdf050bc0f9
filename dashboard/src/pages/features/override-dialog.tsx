import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { gateTitle } from './names.ts'
import type { FeatureDetails, Gate } from './queries.ts'

interface OverrideDialogProps {
  feature: FeatureDetails
  gate: Gate
  pass: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** For owners and admins: through the gate, though something is missing. */
export function OverrideDialog({ feature, gate, pass, onClose }: OverrideDialogProps) {
  const form = useSubmit(['override.reason'], async (given) => {
    await pass(text(given, 'override.reason'))
    onClose()
  })
  return (
    <Dialog title={`Let ${feature.key} pass ${gateTitle(gate.name)}?`} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <div>
          <p>Missing is:</p>
          <ul className="list-disc pl-5">
            {feature.missing.map(({ needs, requirement }) => (
              <li key={JSON.stringify(requirement)}>{needs}</li>
            ))}
          </ul>
        </div>
        <Field
          label="Why it may pass all the same"
          hint="It stays visible on the feature for ever, with your name."
          error={form.errorOf('override.reason')}
        >
          {(control) => (
            <textarea {...control} name="override.reason" rows={3} maxLength={2000} className="control" />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" busy={form.busy}>
            Let it pass
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
