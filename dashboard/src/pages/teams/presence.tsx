import { useQuery } from '@tanstack/react-query'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { presenceQuery } from './queries.ts'
import { texts } from './texts.ts'

const dots = { online: 'bg-accent', away: 'border border-accent', offline: 'border border-strong-line' }

/** The people and agents of the team, with their presence. */
export function Presence({ team }: { team: string }) {
  const presence = useQuery(presenceQuery(team)).data
  if (!presence) return null
  const people = presence.members.map(({ user, ...seen }) => ({ ...user, ...seen, kind: 'user' as const }))
  const agents = presence.agents.map((agent) => ({ ...agent, avatarUrl: null, kind: 'agent' as const }))
  return (
    <section aria-labelledby="presence">
      <h2 id="presence" className="mb-2 text-xs font-semibold text-muted">
        {texts.presence.online(presence.online)}
      </h2>
      <ul className="flex flex-col gap-2">
        {[...people, ...agents].slice(0, 12).map(({ id, kind, name, avatarUrl, status, lastSeenAt }) => (
          <li key={id} className="flex min-w-0 items-center gap-2 text-[13px]">
            <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[status]}`} />
            <span className="min-w-0 grow">
              <Person kind={kind} id={id} name={name} imageUrl={avatarUrl} />
            </span>
            <span className={status === 'offline' ? 'shrink-0 text-xs text-muted' : 'sr-only'}>
              {status === 'offline' ? (
                lastSeenAt ? (
                  <Time at={lastSeenAt} />
                ) : (
                  texts.presence.neverSeen
                )
              ) : (
                texts.presence.statuses[status]
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
