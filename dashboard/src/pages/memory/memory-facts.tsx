import { Fact, Facts } from '../../ui/facts.tsx'
import { Day, Time } from '../../ui/time.tsx'
import { NameLink } from '../../ui/links.tsx'
import { scopeNames } from './names.ts'
import type { MemoryDetails } from './queries.ts'
import { texts } from './texts.ts'

/** Scope, source, importance, validity, expiry and dates of an entry. */
export function MemoryFacts({ memory }: { memory: MemoryDetails }) {
  const { scope, agent, project, session, source, importance } = memory
  const { validFrom, validUntil, expiresAt, createdBy, createdAt, updatedAt } = memory
  const { facts } = texts
  return (
    <Facts>
      <Fact name={facts.scope}>{scopeNames[scope]}</Fact>
      {agent && (
        <Fact name={facts.agent}>
          <NameLink to="/agents/$agent" params={{ agent: agent.id }}>
            {agent.name}
          </NameLink>
        </Fact>
      )}
      {project && (
        <Fact name={facts.project}>
          <NameLink to="/projects/$slug" params={{ slug: project.slug }}>
            {project.name}
          </NameLink>
        </Fact>
      )}
      {session && (
        <Fact name={facts.session}>
          <NameLink to="/sessions/$session" params={{ session: session.id }}>
            {session.title}
          </NameLink>
        </Fact>
      )}
      <Fact name={facts.source}>{source ? `${source.kind} ${source.key ?? ''}` : facts.noSource}</Fact>
      <Fact name={facts.importance}>
        <span className="inline-flex items-center gap-2">
          <span className="tabular-nums">{importance.toFixed(2)}</span>
          <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-hover">
            <span className="block h-full bg-accent" style={{ width: `${importance * 100}%` }} />
          </span>
        </span>
      </Fact>
      {validFrom && (
        <Fact name={facts.validFrom}>
          <Time at={validFrom} />
        </Fact>
      )}
      {validUntil && (
        <Fact name={facts.validUntil}>
          <Time at={validUntil} />
        </Fact>
      )}
      <Fact name={facts.expires}>{expiresAt ? <Day at={expiresAt} /> : facts.never}</Fact>
      <Fact name={facts.created}>
        <Time at={createdAt} /> {facts.createdBy(createdBy.name, createdBy.onBehalfOf?.name)}
      </Fact>
      {updatedAt !== createdAt && (
        <Fact name={facts.updated}>
          <Time at={updatedAt} />
        </Fact>
      )}
    </Facts>
  )
}
