import { type ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { Comment, CommentField } from '../comments/comment.tsx'
import type { IssueDetails } from './queries.ts'
import { texts } from './texts.ts'

const { page } = texts

/** The text of the reporter. Shown as it was typed, because it is not Markdown. */
export function IssueText({ issue }: { issue: IssueDetails }) {
  if (!issue.description) return <p className="text-muted">{page.noDescription}</p>
  return <p className="max-w-[46rem] wrap-anywhere whitespace-pre-wrap">{issue.description}</p>
}

interface IssueFactsProps {
  issue: Pick<IssueDetails, 'createdAt' | 'pageUrl' | 'browser' | 'appVersion' | 'assignee'>
  /** Further facts, shown first. */
  children?: ReactNode
}

export function IssueFacts({ issue, children }: IssueFactsProps) {
  const { createdAt, pageUrl, browser, appVersion, assignee } = issue
  return (
    <Section title={page.details}>
      <Facts>
        {children}
        <Fact name={page.reportedAt}>
          <Time at={createdAt} />
        </Fact>
        {pageUrl && <Fact name={page.pageUrl}>{pageUrl}</Fact>}
        {browser && <Fact name={page.browser}>{browser}</Fact>}
        {appVersion && <Fact name={page.version}>{appVersion}</Fact>}
        {assignee && <Fact name={page.assignee}>{assignee.name}</Fact>}
      </Facts>
    </Section>
  )
}

interface RepliesProps {
  replies: IssueDetails['replies']
  empty: string
  onReply: (body: string, onRejected: () => void) => void
}

/** The conversation of the reporter and the administrators. */
export function Replies({ replies, empty, onReply }: RepliesProps) {
  return (
    <Section title={page.replies}>
      {replies.length === 0 && <p className="mb-4 text-muted">{empty}</p>}
      <ol aria-label={page.replies} className="flex flex-col gap-4 not-empty:mb-4">
        {replies.map(({ id, body, author, byAdministrator, createdAt }) => (
          <Comment
            key={id}
            comment={{ createdBy: { kind: 'user', ...author, onBehalfOf: null }, createdAt }}
            isDraft={false}
            menu={
              byAdministrator && (
                <span className="self-start">
                  <Badge>{page.administrator}</Badge>
                </span>
              )
            }
          >
            <p className="max-w-[46rem] wrap-anywhere whitespace-pre-wrap">{body}</p>
          </Comment>
        ))}
      </ol>
      <CommentField isPlain label={page.reply} action={page.reply} onSave={onReply} />
    </Section>
  )
}
