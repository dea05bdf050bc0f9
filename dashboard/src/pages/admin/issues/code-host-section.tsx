import { useState } from 'react'
import type { InputOf } from '../../../client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Section } from '../../../ui/section.tsx'
import { showProblem } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { CreateRemoteDialog, LinkRemoteDialog } from './remote-dialogs.tsx'
import type { AdminIssueDetails } from './queries.ts'
import { texts } from './texts.ts'

const { codeHost } = texts

/** The link to an issue at the code host. */
export function CodeHostSection({ issue }: { issue: AdminIssueDetails }) {
  return (
    <Section title={codeHost.title} text={codeHost.text}>
      {issue.remote ? <Linked issue={issue.id} remote={issue.remote} /> : <NotLinked issue={issue} />}
    </Section>
  )
}

interface LinkedProps {
  issue: string
  remote: NonNullable<AdminIssueDetails['remote']>
}

function Linked({ issue, remote }: LinkedProps) {
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = (action: InputOf<'issues.sync'>['action']) => {
    setBusy(true)
    void write('issues.sync', { issue, action })
      .catch(showProblem)
      .finally(() => setBusy(false))
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <a
        href={remote.url}
        target="_blank"
        rel="noreferrer"
        className="font-medium text-accent underline underline-offset-2 wrap-anywhere"
      >
        {remote.repo}#{remote.number}
      </a>
      <Badge>{codeHost.state[remote.state]}</Badge>
      <Button busy={busy} onClick={() => send('sync')}>
        {codeHost.sync}
      </Button>
      <Button kind="quiet" onClick={() => setConfirming(true)}>
        {codeHost.unlink}
      </Button>
      {confirming && (
        <Confirm
          title={codeHost.unlinkTitle}
          text={codeHost.unlinkConsequence}
          action={codeHost.unlink}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            send('unlink')
          }}
        />
      )}
    </div>
  )
}

function NotLinked({ issue }: { issue: AdminIssueDetails }) {
  const [dialog, setDialog] = useState<'create' | 'link' | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setDialog('create')}>{codeHost.create}</Button>
      <Button onClick={() => setDialog('link')}>{codeHost.link}</Button>
      {dialog === 'create' && <CreateRemoteDialog issue={issue} onClose={close} />}
      {dialog === 'link' && <LinkRemoteDialog issue={issue.id} onClose={close} />}
    </div>
  )
}
