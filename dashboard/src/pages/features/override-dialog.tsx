import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextAreaField } from '../../ui/form-fields.tsx'
import { text } from '../../ui/submit.ts'
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
  return (
    <FormDialog
      operation="features.advance"
      title={overrideDialog.title(gateTitle(gate.name), feature.key)}
      submitLabel={overrideDialog.override}
      kind="danger"
      send={(form) => pass(text(form, 'override.reason'))}
      onClose={onClose}
    >
      <div>
        <p>{overrideDialog.missing}</p>
        <ul className="list-disc pl-5">
          {feature.missing.map(({ needs, requirement }) => (
            <li key={JSON.stringify(requirement)}>{needs}</li>
          ))}
        </ul>
      </div>
      <TextAreaField
        name="override.reason"
        label={overrideDialog.reason}
        hint={overrideDialog.reasonHint}
        rows={3}
      />
    </FormDialog>
  )
}
