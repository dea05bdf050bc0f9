import { Link } from '@tanstack/react-router'
import { Time } from '../../../ui/time.tsx'
import { LeaseClock } from './lease-clock.tsx'
import type { LiveAgent } from './queries.ts'
import { texts } from './texts.ts'

/** The claimed task with its start and its lease, or else the open session. */
export function CurrentTask({ agent: { task, session } }: { agent: LiveAgent }) {
  const { lane } = texts
  if (!task && !session) return <p className="text-muted">{lane.noTask}</p>
  return (
    <>
      {task && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-mono text-xs text-muted">{task.key}</span>
          <Link
            to="/projects/$slug"
            params={{ slug: task.project }}
            search={{ task: task.key }}
            className="min-w-0 font-medium wrap-anywhere hover:underline"
          >
            {task.title}
          </Link>
          <span className="text-[13px] text-muted">
            {lane.started} <Time at={task.since} />
          </span>
          <LeaseClock until={task.until} />
          {task.more > 0 && <span className="text-[13px] text-muted">{lane.more(task.more)}</span>}
        </p>
      )}
      {session && (
        <p className="flex flex-wrap items-baseline gap-x-2 text-[13px] text-muted">
          {lane.session}
          <Link
            to="/sessions/$session"
            params={{ session: session.id }}
            className="min-w-0 text-ink wrap-anywhere hover:underline"
          >
            {session.title}
          </Link>
          <span>
            {lane.started} <Time at={session.since} />
          </span>
        </p>
      )}
    </>
  )
}
