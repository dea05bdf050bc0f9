import { plainText } from '../../../../server/platform/plain-text.ts'
import { ByDay } from '../../ui/by-day.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { timeOfDay } from '../../ui/time.tsx'
import { NameLink, TitleLink } from '../../ui/links.tsx'
import { GoalsDone } from './goals.tsx'
import type { Session } from './queries.ts'
import { SessionBadge } from './session-badge.tsx'
import { texts } from './texts.ts'

/** Sessions grouped by day, newest first. */
export function SessionTimeline({ sessions }: { sessions: Session[] }) {
  return (
    <ByDay items={sessions} at={({ createdAt }) => createdAt}>
      {(started) => (
        <ol className="ml-1.5 border-l-2">
          {started.map((session) => (
            <TimelineEntry key={session.id} session={session} />
          ))}
        </ol>
      )}
    </ByDay>
  )
}

const dots = { active: 'bg-accent', paused: 'bg-progress', ended: 'bg-strong-line' }

function TimelineEntry({ session }: { session: Session }) {
  const { id, title, status, agent, user, project, summary, goals, createdAt, lastSeenAt, endedAt } = session
  return (
    <li className="relative py-2 pl-5">
      <span
        aria-hidden
        className={`absolute top-4 -left-[7px] size-3 rounded-full border-2 border-canvas ${dots[status]}`}
      />
      <div className="rounded-lg border bg-surface px-4 py-3">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <TitleLink to="/sessions/$session" params={{ session: id }}>
            {title}
          </TitleLink>
          <SessionBadge status={status} />
          <span className="ml-auto text-[13px] text-muted tabular-nums">
            {status === 'active'
              ? texts.timeline.since(timeOfDay(new Date(createdAt)))
              : `${timeOfDay(new Date(createdAt))} – ${timeOfDay(new Date(endedAt ?? lastSeenAt))}`}
          </span>
        </p>
        {summary && <p className="mt-1 line-clamp-2 text-muted wrap-anywhere">{plainText(summary)}</p>}
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted">
          <span className="inline-flex items-center gap-1.5">
            <Avatar
              kind={agent ? 'agent' : 'user'}
              id={agent?.id ?? user.id}
              name={agent?.name ?? user.name}
            />
            {agent ? texts.timeline.agentFor(agent.name, user.name) : user.name}
          </span>
          {project && (
            <NameLink to="/projects/$slug" params={{ slug: project.slug }}>
              {project.name}
            </NameLink>
          )}
          <GoalsDone goals={goals} />
        </p>
      </div>
    </li>
  )
}
