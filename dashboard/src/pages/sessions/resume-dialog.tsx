import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import type { Resumed, SessionDetails } from './queries.ts'
import { RestoredContext } from './restored-context.tsx'
import { texts } from './texts.ts'

/** Resumes a session and shows the context that an agent would receive. */
export function ResumeDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const { resumeDialog } = texts
  const [resumed, setResumed] = useState<Resumed>()
  const form = useSubmit(['maxTokens'], async (given) => {
    const maxTokens = Number(text(given, 'maxTokens'))
    setResumed(await write('sessions.resume', { session: session.id, maxTokens }))
  })
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
    <Dialog title={resumeDialog.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <p>{resumeDialog.text}</p>
        <Field
          label={resumeDialog.maxTokens}
          hint={resumeDialog.maxTokensHint}
          error={form.errorOf('maxTokens')}
        >
          {(control) => (
            <input
              {...control}
              name="maxTokens"
              type="number"
              min={500}
              max={50_000}
              step={500}
              defaultValue={4000}
              className="control"
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{resumeDialog.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {resumeDialog.resume}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
