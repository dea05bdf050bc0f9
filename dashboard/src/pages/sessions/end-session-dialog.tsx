import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import type { SessionDetails } from './queries.ts'
import { useEndSession } from './session-changes.ts'

const texts = {
  ended: { title: 'End the session?', action: 'End session' },
  paused: { title: 'Pause the session?', action: 'Pause session' },
}

interface EndSessionDialogProps {
  session: SessionDetails
  as: keyof typeof texts
  onClose: () => void
}

/** Keeps where it stands, and at its end what was learned. */
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
  const { title, action } = texts[as]
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label="Where the work stands" error={form.errorOf('summary')}>
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
            label="What was learned (optional)"
            hint="One thing on each line. Each becomes an entry of memory."
            error={form.errorWithin('learned')}
          >
            {(control) => <textarea {...control} name="learned" rows={3} className="control resize-none" />}
          </Field>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={as === 'ended' ? 'danger' : 'primary'} busy={form.busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
