import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { FormMessage } from './form-message.tsx'
import { text, useSubmit } from './submit.ts'
import { texts } from './texts.ts'

interface TypedConfirmProps {
  title: string
  /** The consequence. */
  warning: string
  /** The instruction, such as "Type engines to confirm". */
  label: string
  cancelLabel: string
  send: (typed: string) => Promise<unknown>
  onClose: () => void
}

/** Confirms a permanent deletion. The user must type the name of the item. */
export function TypedConfirm({ title, warning, label, cancelLabel, send, onClose }: TypedConfirmProps) {
  const form = useSubmit(['confirm'], async (data) => {
    await send(text(data, 'confirm').trim())
    onClose()
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <p>{warning}</p>
        <Field label={label} error={form.errorOf('confirm')}>
          {(control) => (
            <input
              {...control}
              name="confirm"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="control"
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button type="submit" kind="danger" busy={form.busy}>
            {texts.typedConfirm.delete}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
