import { Link, useParams } from '@tanstack/react-router'
import { useRead } from '../../read.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Rows, Section } from '../../ui/section.tsx'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { DocumentPage } from '../knowledge/document-page.tsx'
import { DecisionAside } from './decision-aside.tsx'
import { DecisionEditor } from './decision-editor.tsx'
import { DecisionHeader } from './decision-header.tsx'
import { Discussion } from './discussion.tsx'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

/** The page of a decision: context, rationale, alternatives, outcome and discussion. */
export function DecisionPage() {
  const { decision: at } = useParams({ from: '/shell/decisions/$decision' })
  const { fields, decisionPage } = texts
  return (
    <DocumentPage
      kind="decision"
      query={useRead('decisions.get', { decision: at })}
      tabTitle={({ key, title }) => `${key} ${title}`}
      renderAside={(decision) => <DecisionAside decision={decision} />}
      renderEditor={(decision, close) => <DecisionEditor decision={decision} onClose={close} />}
    >
      {(decision, edit) => (
        <>
          <DecisionHeader decision={decision} onEdit={edit} />
          <Superseded decision={decision} />
          <Part title={fields.context} text={decision.context} missing={decisionPage.noContext} />
          <Part title={fields.rationale} text={decision.rationale} missing={decisionPage.noRationale} />
          <Alternatives decision={decision} />
          {decision.outcome && <Part title={fields.outcome} text={decision.outcome} missing="" />}
          <AttachmentList item={decision.key} />
          <Discussion decision={decision} />
        </>
      )}
    </DocumentPage>
  )
}

function Superseded({ decision: { supersededBy } }: { decision: DecisionDetails }) {
  if (!supersededBy) return null
  return (
    <p role="status" className="rounded-md bg-progress-soft px-3 py-2">
      {texts.decisionPage.supersededBy}{' '}
      <Link
        to="/decisions/$decision"
        params={{ decision: supersededBy.key }}
        className="font-medium underline underline-offset-2"
      >
        {supersededBy.key} {supersededBy.title}
      </Link>
    </p>
  )
}

function Part({ title, text, missing }: { title: string; text: string; missing: string }) {
  return (
    <Section title={title}>
      {text.trim() ? (
        <Markdown text={text} className="max-w-[46rem]" />
      ) : (
        <p className="text-muted">{missing}</p>
      )}
    </Section>
  )
}

function Alternatives({ decision: { alternatives } }: { decision: DecisionDetails }) {
  if (alternatives.length === 0) return null
  return (
    <Section title={texts.fields.alternatives}>
      <Rows label={texts.fields.alternatives}>
        {alternatives.map(({ title, reason }, index) => (
          // Titles of alternatives need not be unique.
          <li key={index} className="px-4 py-3">
            <p className="font-medium wrap-anywhere">{title}</p>
            {reason && <Markdown text={reason} breaks className="mt-0.5 text-muted" />}
          </li>
        ))}
      </Rows>
    </Section>
  )
}
