import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import type { SessionDetails } from './queries.ts'
import { useEndSession } from './session-changes.ts'
import { texts } from './texts.ts'

interface EndSessionDialogProps {
  session: SessionDetails
  as: 'ended' | 'paused'
  onClose: () => void
}

/** Saves a summary, and when the session ends the learnings too. */
export function EndSessionDialog({ session, as, onClose }: EndSessionDialogProps) {
  const end = useEndSession(session)
  const form = useSubmit(['summary', 'learned'], async (given) => {
    const learned = text(given, 'learned')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((content) => ({ content }))
    await end({ as, summary: text(given, 'summary'), ...(learned.length > 0 && { learned }) })
    onClose()
  })
  const { endDialog } = texts
  const { title, action } = endDialog[as]
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label={endDialog.summary} error={form.errorOf('summary')}>
          {(control) => (
            <textarea
              {...control}
              name="summary"
              rows={4}
              defaultValue={session.summary}
              className="control resize-none"
            />
          )}
        </Field>
        {as === 'ended' && (
          <Field
            label={endDialog.learnings}
            hint={endDialog.learningsHint}
            error={form.errorWithin('learned')}
          >
            {(control) => <textarea {...control} name="learned" rows={3} className="control resize-none" />}
          </Field>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{endDialog.cancel}</Button>
          <Button type="submit" kind={as === 'ended' ? 'danger' : 'primary'} busy={form.busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
