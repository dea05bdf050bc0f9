import type { ReactNode } from 'react'
import type { OperationId } from '../../../server/assembly/client.ts'
import { texts as shared } from '../texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form, SubmitButton } from './form.tsx'
import { useSubmit } from './submit.ts'

export interface DialogFormProps {
  /** The operation that receives the fields. It limits their length. */
  operation?: OperationId
  submitLabel: string
  /** Danger, which is red, for changes that can't be undone. */
  kind?: 'primary' | 'danger'
  disabled?: boolean
  cancelLabel?: string | undefined
  send: (form: FormData) => Promise<unknown>
  /** Whether the dialog stays open after a success. */
  staysOpen?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form that stays open until the server accepts it. */
export function FormDialog({ title, ...form }: DialogFormProps & { title: string }) {
  return (
    <Dialog title={title} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  )
}

/** The form of a dialog, for dialogs that load an item first. */
export function DialogForm(props: DialogFormProps) {
  const { operation, submitLabel, kind = 'primary', disabled, send, staysOpen, onClose, children } = props
  const form = useSubmit(async (data) => {
    await send(data)
    if (!staysOpen) onClose()
  })
  return (
    <Form form={form} operation={operation}>
      {children}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{props.cancelLabel ?? shared.cancel}</Button>
        <SubmitButton kind={kind} disabled={disabled}>
          {submitLabel}
        </SubmitButton>
      </div>
    </Form>
  )
}
