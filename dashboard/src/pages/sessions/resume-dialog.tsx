import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { text } from '../../ui/submit.ts'
import type { Resumed, SessionDetails } from './queries.ts'
import { RestoredContext } from './restored-context.tsx'
import { texts } from './texts.ts'

/** Resumes a session and shows the context that an agent would receive. */
export function ResumeDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const { resumeDialog } = texts
  const [resumed, setResumed] = useState<Resumed>()
  if (resumed)
    return (
      <Dialog title={resumeDialog.resumed(session.title)} onClose={onClose}>
        <p className="mb-4 text-muted">{resumeDialog.resumedText(resumed.tokens)}</p>
        <RestoredContext resumed={resumed} />
        <div className="mt-5 flex justify-end gap-2">
          <CopyButton label={resumeDialog.copy} value={JSON.stringify(resumed, null, 2)} />
          <Button kind="primary" onClick={onClose}>
            {resumeDialog.done}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <OperationDialog
      operation="sessions.resume"
      title={resumeDialog.title}
      submitLabel={resumeDialog.resume}
      input={(form) => ({ session: session.id, maxTokens: Number(text(form, 'maxTokens')) })}
      onDone={setResumed}
      staysOpen
      onClose={onClose}
    >
      <p>{resumeDialog.text}</p>
      <TextField
        name="maxTokens"
        label={resumeDialog.maxTokens}
        hint={resumeDialog.maxTokensHint}
        type="number"
        min={500}
        max={50_000}
        step={500}
        defaultValue={4000}
      />
    </OperationDialog>
  )
}
