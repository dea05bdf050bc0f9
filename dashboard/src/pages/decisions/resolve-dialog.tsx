import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

/** The new status of a decision, or only an edit of its outcome. */
export type Resolution = 'accepted' | 'rejected' | 'outcome'

interface ResolveDialogProps {
  decision: DecisionDetails
  resolution: Resolution
  onClose: () => void
}

export function ResolveDialog({ decision, resolution, onClose }: ResolveDialogProps) {
  const { key, outcome } = decision
  const { comment, cancel, [resolution]: dialog } = texts.resolveDialog
  const form = useSubmit(['outcome', 'remark'], async (given) => {
    const remark = text(given, 'remark').trim()
    const newOutcome = text(given, 'outcome').trim()
    await write('decisions.resolve', {
      decision: key,
      ...(resolution !== 'outcome' && { status: resolution }),
      ...((newOutcome || resolution === 'outcome') && { outcome: newOutcome }),
      ...(remark && { remark }),
    })
    showToast({ text: dialog.done(key) })
    onClose()
  })
  return (
    <Dialog title={dialog.title(key)} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        {dialog.text && <p>{dialog.text}</p>}
        <Field label={dialog.outcome} hint={dialog.hint} error={form.errorOf('outcome')}>
          {(control) => (
            <textarea
              {...control}
              name="outcome"
              rows={4}
              maxLength={20_000}
              defaultValue={outcome}
              className="control field-sizing-content max-h-72 min-h-20 resize-none"
            />
          )}
        </Field>
        {resolution !== 'outcome' && (
          <Field label={comment} error={form.errorOf('remark')}>
            {(control) => (
              <textarea
                {...control}
                name="remark"
                rows={2}
                maxLength={20_000}
                className="control field-sizing-content max-h-48 min-h-16 resize-none"
              />
            )}
          </Field>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" kind={resolution === 'rejected' ? 'danger' : 'primary'} busy={form.busy}>
            {dialog.action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
