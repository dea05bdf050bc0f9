import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotFound } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Section, card } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Document } from '../knowledge/page-frame.tsx'
import { DecisionAside } from './decision-aside.tsx'
import { EditDecision } from './decision-form.tsx'
import { DecisionHeader } from './decision-header.tsx'
import { Discussion } from './discussion.tsx'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

/** The page of a decision: context, rationale, alternatives, outcome and discussion. */
export function DecisionPage() {
  const { decision: key } = useParams({ from: '/shell/decisions/$decision' })
  const query = useRead('decisions.get', { decision: key })
  const [editing, setEditing] = useState<string | null>(null)
  if (query.isPending) return <Loading noun={texts.decisionPage.loading} />
  if (!query.data || isNotFound(query.error))
    return (
      <LoadError error={query.error!} onRetry={() => void query.refetch()}>
        <Link to="/decisions" className="self-center font-medium text-accent underline underline-offset-2">
          {texts.decisionPage.allDecisions}
        </Link>
      </LoadError>
    )
  const decision = query.data
  const { fields, decisionPage } = texts
  if (editing === decision.id) return <EditDecision decision={decision} onClose={() => setEditing(null)} />
  return (
    <Document key={decision.id} titleId="decision-title" aside={<DecisionAside decision={decision} />}>
      <title>{`${decision.key} ${decision.title} · Baton`}</title>
      <DecisionHeader decision={decision} onEdit={() => setEditing(decision.id)} />
      <Superseded decision={decision} />
      <Part title={fields.context} text={decision.context} missing={decisionPage.noContext} />
      <Part title={fields.rationale} text={decision.rationale} missing={decisionPage.noRationale} />
      <Alternatives decision={decision} />
      {decision.outcome && <Part title={fields.outcome} text={decision.outcome} missing="" />}
      <Discussion decision={decision} />
    </Document>
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
      <ul aria-label={texts.fields.alternatives} className={`divide-y ${card}`}>
        {alternatives.map(({ title, reason }, index) => (
          // Titles of alternatives need not be unique.
          <li key={index} className="px-4 py-3">
            <p className="font-medium wrap-anywhere">{title}</p>
            {reason && <Markdown text={reason} breaks className="mt-0.5 text-muted" />}
          </li>
        ))}
      </ul>
    </Section>
  )
}
