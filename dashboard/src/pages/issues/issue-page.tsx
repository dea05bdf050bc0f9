import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { IssueFacts, IssueText, Replies } from './issue-parts.tsx'
import { IssueState } from './issue-state.tsx'
import type { IssueDetails } from './queries.ts'
import { Screenshot } from './screenshot.tsx'
import { texts } from './texts.ts'

/** An issue of the user, with its state and the replies. */
export function IssuePage() {
  const { issue } = useParams({ from: '/shell/issues/$issue' })
  const back = <TextLink to="/issues">{texts.page.back}</TextLink>
  return (
    <Loaded query={useRead('issues.get', { issue })} noun={texts.page.noun} errorLink={back}>
      {(loaded) => <Details issue={loaded} />}
    </Loaded>
  )
}

function Details({ issue }: { issue: IssueDetails }) {
  const { id, number, title, state, replies } = issue
  const reply = (body: string, onRejected: () => void) =>
    void write('issues.reply', { issue: id, body }).catch((error: Error) => {
      onRejected()
      showProblem(error)
    })
  return (
    <Page title={title} tabTitle={`#${number} ${title}`} actions={<IssueState state={state} />}>
      <IssueText issue={issue} />
      {issue.hasScreenshot && (
        <Screenshot issue={issue} operation="issues.getScreenshot" action={<RemoveScreenshot issue={id} />} />
      )}
      <IssueFacts issue={issue} />
      <Replies replies={replies} empty={texts.page.noReplies} onReply={reply} />
    </Page>
  )
}

function RemoveScreenshot({ issue }: { issue: string }) {
  const { screenshot } = texts
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setConfirming(true)}>
        {screenshot.remove}
      </Button>
      {confirming && (
        <Confirm
          title={screenshot.removeTitle}
          text={screenshot.removeConsequence}
          action={screenshot.removeAction}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            void write('issues.removeScreenshot', { issue }).catch(showProblem)
          }}
        />
      )}
    </>
  )
}
