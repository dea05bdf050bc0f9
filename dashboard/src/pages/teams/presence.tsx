import { useQuery } from '@tanstack/react-query'
import { present } from '../../live/presence.ts'
import { Person } from '../../ui/person.tsx'
import { useStore } from '../../ui/store.ts'
import { Time } from '../../ui/time.tsx'
import { presenceQuery } from './queries.ts'

const words = { online: 'Here now', away: 'Was here a moment ago', offline: '' }
const dots = { online: 'bg-accent', away: 'border border-accent', offline: 'border border-strong-line' }

const order = ['online', 'away', 'offline']

const count = (some: { status: string }[], wanted: string) =>
  some.filter(({ status }) => status === wanted).length

/** Who of the team is there at the moment, the agents that work for it included. */
export function Presence({ team }: { team: string }) {
  const presence = useQuery(presenceQuery(team)).data
  const here = useStore(present)
  if (!presence) return null
  // Whoever has a page open is there, though they may not have asked for anything for a while.
  const seenNow = new Map(here.map(({ user, status }) => [user.id, status]))
  const people = presence.members
    .map(({ user, ...seen }) => ({
      ...{ ...user, ...seen, kind: 'user' as const },
      status: seen.status === 'online' ? seen.status : (seenNow.get(user.id) ?? seen.status),
    }))
    .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
  const online = presence.online + count(people, 'online') - count(presence.members, 'online')
  const agents = presence.agents.map((agent) => ({ ...agent, avatarUrl: null, kind: 'agent' as const }))
  return (
    <section aria-labelledby="presence">
      <h2 id="presence" className="mb-2 text-xs font-semibold text-muted">
        {online} here now
      </h2>
      <ul className="flex flex-col gap-2">
        {[...people, ...agents].slice(0, 12).map(({ id, kind, name, avatarUrl, status, lastSeenAt }) => (
          <li key={id} className="flex min-w-0 items-center gap-2 text-[13px]">
            <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[status]}`} />
            <span className="min-w-0 grow">
              <Person kind={kind} id={id} name={name} picture={avatarUrl} />
            </span>
            <span className={status === 'offline' ? 'shrink-0 text-xs text-muted' : 'sr-only'}>
              {status === 'offline' ? lastSeenAt ? <Time at={lastSeenAt} /> : 'never' : words[status]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
