import { useNavigate } from '@tanstack/react-router'
import { Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { headingClass } from '../../ui/page.tsx'
import { EditableText } from '../tasks/editable-text.tsx'
import { EndSessionDialog } from './end-session-dialog.tsx'
import type { SessionDetails } from './queries.ts'
import { ResumeDialog } from './resume-dialog.tsx'
import { SessionBadge } from './session-badge.tsx'
import { useDeleteSession, useUpdateSession } from './session-changes.ts'
import { texts } from './texts.ts'

/** Title, status and actions of a session. */
export function SessionHeader({ session }: { session: SessionDetails }) {
  const { title, status, may } = session
  const [dialog, setDialog] = useState<'ended' | 'paused' | 'resume' | null>(null)
  const navigate = useNavigate()
  const update = useUpdateSession(session)
  const remove = useDeleteSession()
  const { header } = texts
  return (
    <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-0 grow basis-72">
        {may.edit ? (
          <h1 className="contents">
            <EditableText
              oneLine
              required
              label={header.title}
              value={title}
              className={headingClass}
              onSave={(next) => update.mutate({ title: next })}
            />
          </h1>
        ) : (
          <h1 className={headingClass}>{title}</h1>
        )}
      </div>
      <span className="flex flex-wrap items-center gap-2 pt-1">
        <SessionBadge status={status} />
        {may.resume && <Button onClick={() => setDialog('resume')}>{header.resume}</Button>}
        {may.edit && status === 'active' && (
          <Button onClick={() => setDialog('paused')}>{header.pause}</Button>
        )}
        {may.edit && status !== 'ended' && <Button onClick={() => setDialog('ended')}>{header.end}</Button>}
        {may.delete && (
          <RowMenu label={header.actions}>
            <MenuItem
              danger
              icon={<Trash2Icon />}
              onSelect={() => {
                void navigate({ to: '/sessions' })
                remove.mutate(session)
              }}
            >
              {header.delete}
            </MenuItem>
          </RowMenu>
        )}
      </span>
      {dialog === 'resume' && <ResumeDialog session={session} onClose={() => setDialog(null)} />}
      {(dialog === 'ended' || dialog === 'paused') && (
        <EndSessionDialog session={session} as={dialog} onClose={() => setDialog(null)} />
      )}
    </header>
  )
}
