import { useParams } from '@tanstack/react-router'
import type { InputOf } from '../../../client.ts'
import { useRead } from '../../../read.ts'
import { Fact } from '../../../ui/facts.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { headingClass } from '../../../ui/page.tsx'
import { Select } from '../../../ui/select.tsx'
import { showProblem } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { IssueFacts, IssueText, Replies } from '../../issues/issue-parts.tsx'
import { issueStates } from '../../issues/queries.ts'
import { Screenshot } from '../../issues/screenshot.tsx'
import { texts as shared } from '../../issues/texts.ts'
import { CodeHostSection } from './code-host-section.tsx'
import type { AdminIssueDetails } from './queries.ts'
import { texts } from './texts.ts'

const { page } = texts

/** An issue for administrators: its report, and the state, assignee and replies, which they can change. */
export function AdminIssuePage() {
  const { issue } = useParams({ from: '/shell/admin/issues/$issue' })
  const back = <TextLink to="/admin/issues">{page.back}</TextLink>
  return (
    <Loaded query={useRead('issues.getAny', { issue })} noun={shared.page.noun} errorLink={back}>
      {(loaded) => <Details issue={loaded} />}
    </Loaded>
  )
}

function Details({ issue }: { issue: AdminIssueDetails }) {
  const { id, number, title, reporter, replies } = issue
  const change = (changed: Omit<InputOf<'issues.update'>, 'issue'>, onRejected?: () => void) =>
    void write('issues.update', { issue: id, ...changed }).catch((error: Error) => {
      onRejected?.()
      showProblem(error)
    })
  return (
    <>
      <title>{`#${number} ${title} · Baton`}</title>
      <h1 className={`mb-3 ${headingClass}`}>
        {title} <span className="font-normal text-muted">#{number}</span>
      </h1>
      <div className="mb-5 flex flex-wrap gap-2">
        <Select
          label={page.state}
          options={issueStates.map((value) => ({ value, name: shared.states[value] }))}
          value={issue.state}
          onChange={(state) => change({ state })}
        />
        <AssigneeSelect issue={issue} onChange={(assignee) => change({ assignee })} />
      </div>
      <IssueText issue={issue} />
      {issue.hasScreenshot && <Screenshot issue={issue} operation="issues.getAnyScreenshot" />}
      <IssueFacts issue={issue}>
        <Fact name={page.reporter}>
          {reporter.name} ({reporter.email})
        </Fact>
      </IssueFacts>
      <CodeHostSection issue={issue} />
      <Replies
        replies={replies}
        empty={page.noReplies}
        onReply={(reply, onRejected) => change({ reply }, onRejected)}
      />
    </>
  )
}

interface AssigneeSelectProps {
  issue: AdminIssueDetails
  onChange: (assignee: string | null) => void
}

function AssigneeSelect({ issue: { assignee }, onChange }: AssigneeSelectProps) {
  const listed = useRead('issues.listAssignees', {}).data?.items ?? []
  // Shows an assignee who is no longer an administrator, too.
  const others = assignee && !listed.some(({ id }) => id === assignee.id) ? [assignee] : []
  return (
    <Select
      label={page.assignee}
      options={[
        { value: '', name: page.noAssignee },
        ...[...listed, ...others].map(({ id, name }) => ({ value: id, name })),
      ]}
      value={assignee?.id ?? ''}
      onChange={(id) => onChange(id || null)}
    />
  )
}
