import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { AsidePart, TagsFact } from '../knowledge/document-aside.tsx'
import { ProjectName } from '../knowledge/project-choice.tsx'
import { DecisionStatus } from './decision-status.tsx'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

export function DecisionAside({ decision }: { decision: DecisionDetails }) {
  const { project, tags, createdBy, createdAt, decidedBy, decidedAt } = decision
  const { aside } = texts
  return (
    <>
      <Facts>
        <Fact name={aside.scope}>{project ? <ProjectName project={project} /> : aside.organization}</Fact>
        <Fact name={aside.loggedBy}>
          <Person kind={createdBy.kind} id={createdBy.id} name={createdBy.name} />
        </Fact>
        <Fact name={aside.logged}>
          <Time at={createdAt} />
        </Fact>
        {decidedBy && (
          <Fact name={aside.decidedBy}>
            <Person kind={decidedBy.kind} id={decidedBy.id} name={decidedBy.name} />
          </Fact>
        )}
        {decidedAt && (
          <Fact name={aside.decided}>
            <Time at={decidedAt} />
          </Fact>
        )}
        <TagsFact to="/decisions" tags={tags} />
      </Facts>
      <Chain decision={decision} />
    </>
  )
}

/** The decisions that this one supersedes and is superseded by, oldest first. */
function Chain({ decision: { key: here, chain } }: { decision: DecisionDetails }) {
  if (chain.length < 2) return null
  return (
    <AsidePart title={texts.aside.history}>
      <ol aria-label={texts.aside.history} className="flex flex-col gap-2 border-l-2 pl-3">
        {chain.map(({ id, key, title, status }) => (
          <li key={id} aria-current={key === here ? 'step' : undefined} className="min-w-0">
            <p className="flex items-center gap-2">
              <span className="font-mono text-xs text-muted">{key}</span>
              <DecisionStatus status={status} />
            </p>
            {key === here ? (
              <span className="block font-medium wrap-anywhere">{title}</span>
            ) : (
              <Link
                to="/decisions/$decision"
                params={{ decision: key }}
                className="block wrap-anywhere hover:underline"
              >
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </AsidePart>
  )
}
