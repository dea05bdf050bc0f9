import { useState } from 'react'
import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import type { Resumed, SessionDetails } from './queries.ts'
import { RestoredContext } from './restored-context.tsx'
import { useRefreshSessions } from './session-changes.ts'

/** Takes a session up again, and shows what an agent gets when it does. */
export function ResumeDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const refresh = useRefreshSessions()
  const [resumed, setResumed] = useState<Resumed>()
  const form = useSubmit(['maxTokens'], async (given) => {
    const maxTokens = Number(text(given, 'maxTokens'))
    setResumed(await call('sessions.resume', { session: session.id, maxTokens }))
    refresh()
  })
  if (resumed)
    return (
      <Dialog title={`${session.title} goes on`} onClose={onClose}>
        <p className="mb-4 text-muted">
          This is what an agent gets with resume_session: {resumed.tokens} tokens.
        </p>
        <RestoredContext resumed={resumed} />
        <div className="mt-5 flex justify-end gap-2">
          <CopyButton label="Copy what the agent gets" value={JSON.stringify(resumed, null, 2)} />
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Resume the session?" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <p>
          It is active from then on. You see what an agent would get to go on: context, goals, open tasks,
          what was decided and changed since, and the memory that fits.
        </p>
        <Field
          label="Room for it, in tokens"
          hint="What has no room is named, with how to get it."
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Resume session
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
