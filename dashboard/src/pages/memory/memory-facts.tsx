import { Link } from '@tanstack/react-router'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Day, Time } from '../../ui/time.tsx'
import { scopeNames } from './names.ts'
import type { MemoryDetails } from './queries.ts'

const link = 'underline-offset-2 hover:underline'

/** Where it comes from, who knows it, and how long it holds. */
export function MemoryFacts({ memory }: { memory: MemoryDetails }) {
  const { scope, agent, project, session, source, importance, expiresAt, createdBy, createdAt, updatedAt } =
    memory
  return (
    <Facts>
      <Fact name="Scope">{scopeNames[scope]}</Fact>
      {agent && (
        <Fact name="Agent">
          <Link to="/agents/$agent" params={{ agent: agent.id }} className={link}>
            {agent.name}
          </Link>
        </Fact>
      )}
      {project && (
        <Fact name="Project">
          <Link to="/projects/$slug" params={{ slug: project.slug }} className={link}>
            {project.name}
          </Link>
        </Fact>
      )}
      {session && (
        <Fact name="Session">
          <Link to="/sessions/$session" params={{ session: session.id }} className={link}>
            {session.title}
          </Link>
        </Fact>
      )}
      <Fact name="Learned from">
        {source ? `${source.kind} ${source.key ?? ''}` : 'Nothing that was named'}
      </Fact>
      <Fact name="Importance">
        <span className="inline-flex items-center gap-2">
          <span className="tabular-nums">{importance.toFixed(2)}</span>
          <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-hover">
            <span className="block h-full bg-accent" style={{ width: `${importance * 100}%` }} />
          </span>
        </span>
      </Fact>
      <Fact name="Valid">
        {expiresAt ? (
          <>
            Until <Day at={expiresAt} />
          </>
        ) : (
          'Until it is forgotten or superseded'
        )}
      </Fact>
      <Fact name="Written">
        <Time at={createdAt} /> by {createdBy.name}
        {createdBy.onBehalfOf && ` for ${createdBy.onBehalfOf.name}`}
      </Fact>
      {updatedAt !== createdAt && (
        <Fact name="Changed">
          <Time at={updatedAt} />
        </Fact>
      )}
    </Facts>
  )
}
