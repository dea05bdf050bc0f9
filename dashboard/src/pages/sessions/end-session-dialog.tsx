import { TextAreaField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { text, textValues } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import type { SessionDetails } from './queries.ts'
import { texts } from './texts.ts'

interface EndSessionDialogProps {
  session: SessionDetails
  as: 'ended' | 'paused'
  onClose: () => void
}

/** Saves a summary, and when the session ends the learnings too. */
export function EndSessionDialog({ session, as, onClose }: EndSessionDialogProps) {
  const { changes, endDialog } = texts
  const { title, action } = endDialog[as]
  return (
    <OperationDialog
      operation="sessions.end"
      title={title}
      submitLabel={action}
      kind={as === 'ended' ? 'danger' : 'primary'}
      input={(form) => {
        const lines = text(form, 'learned').split('\n')
        const learned = lines.filter((line) => line.trim() !== '').map((content) => ({ content }))
        return {
          session: session.id,
          as,
          ...textValues(form, 'summary'),
          ...(learned.length > 0 && { learned }),
        }
      }}
      onDone={() => showToast({ text: changes[as](session.title) })}
      onClose={onClose}
    >
      <TextAreaField name="summary" label={endDialog.summary} rows={4} defaultValue={session.summary} />
      {as === 'ended' && (
        <TextAreaField name="learned" label={endDialog.learnings} hint={endDialog.learningsHint} rows={3} />
      )}
    </OperationDialog>
  )
}
