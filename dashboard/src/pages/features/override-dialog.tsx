import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { gateTitle } from './names.ts'
import type { FeatureDetails, Gate } from './queries.ts'
import { texts } from './texts.ts'

interface OverrideDialogProps {
  feature: FeatureDetails
  gate: Gate
  pass: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Lets owners and admins pass a gate despite missing requirements. */
export function OverrideDialog({ feature, gate, pass, onClose }: OverrideDialogProps) {
  const { overrideDialog } = texts
  const form = useSubmit(['override.reason'], async (data) => {
    await pass(text(data, 'override.reason'))
    onClose()
  })
  return (
    <Dialog title={overrideDialog.title(gateTitle(gate.name), feature.key)} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <div>
          <p>{overrideDialog.missing}</p>
          <ul className="list-disc pl-5">
            {feature.missing.map(({ needs, requirement }) => (
              <li key={JSON.stringify(requirement)}>{needs}</li>
            ))}
          </ul>
        </div>
        <Field
          label={overrideDialog.reason}
          hint={overrideDialog.reasonHint}
          error={form.errorOf('override.reason')}
        >
          {(control) => (
            <textarea {...control} name="override.reason" rows={3} maxLength={2000} className="control" />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{overrideDialog.cancel}</Button>
          <Button type="submit" kind="danger" busy={form.busy}>
            {overrideDialog.override}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
