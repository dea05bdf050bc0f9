import { FormDialog } from './form-dialog.tsx'
import { TextField } from './form-fields.tsx'
import { text } from './submit.ts'
import { texts } from './texts.ts'

interface TypedConfirmProps {
  title: string
  /** The consequence. */
  warning: string
  /** The instruction, such as "Type engines to confirm". */
  label: string
  cancelLabel?: string
  send: (typed: string) => Promise<unknown>
  onClose: () => void
}

/** Confirms a permanent deletion. The user must type the name of the item. */
export function TypedConfirm({ warning, label, send, ...dialog }: TypedConfirmProps) {
  return (
    <FormDialog
      {...dialog}
      submitLabel={texts.typedConfirm.delete}
      kind="danger"
      send={(form) => send(text(form, 'confirm').trim())}
    >
      <p>{warning}</p>
      <TextField name="confirm" label={label} isIdentifier />
    </FormDialog>
  )
}
