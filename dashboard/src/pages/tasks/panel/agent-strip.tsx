import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Task } from '../../../client.ts'
import { projectsQuery } from '../../../queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Time } from '../../../ui/time.tsx'
import { LinkedAction } from '../../activity/event-sentence.tsx'
import { LaneActions, type SteeredAgent } from '../../agents/live/lane-actions.tsx'
import { LeaseClock } from '../../agents/live/lease-clock.tsx'
import { type LiveAgent, liveAgentsQuery } from '../../agents/live/queries.ts'
import { texts } from './texts.ts'

type Claim = NonNullable<Task['claim']>

/** The agent that has claimed the task: its last step, its lease and the buttons to steer it. */
export function AgentStrip({ task, claim }: { task: Task; claim: Claim }) {
  const { agentStrip } = texts
  const { by, since, until } = claim
  const agent = useQuery(liveAgentsQuery).data?.items.find(({ id }) => id === by.id)
  return (
    <section
      aria-label={agentStrip.label}
      className="flex flex-col gap-2 rounded-lg bg-agent-soft px-3 py-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <Avatar {...by} />
        <p className="min-w-0">
          {agent ? (
            <Link
              to="/agents/$agent"
              params={{ agent: agent.id }}
              className="font-medium wrap-anywhere hover:underline"
            >
              {by.name}
            </Link>
          ) : (
            <span className="font-medium wrap-anywhere">{by.name}</span>
          )}
          {by.onBehalfOf && <span className="text-muted">{agentStrip.onBehalfOf(by.onBehalfOf.name)}</span>}{' '}
          {agentStrip.isWorking}
        </p>
        <span className="text-[13px] text-muted">
          {agentStrip.started} <Time at={since} />
        </span>
        <LeaseClock until={until} />
      </div>
      {agent && <LastStep agent={agent} />}
      <LaneActions agent={steeredAt(task, claim)} />
    </section>
  )
}

function LastStep({ agent: { steps } }: { agent: LiveAgent }) {
  const projects = useQuery(projectsQuery(false)).data
  const [step] = steps
  if (!step) return null
  const slug = projects?.find(({ id }) => id === step.project)?.slug
  return (
    <p className="line-clamp-2 text-[13px] wrap-anywhere">
      <span className="text-muted">{texts.agentStrip.lastStep}</span>{' '}
      <LinkedAction event={step} slug={slug} />{' '}
      <span className="text-muted">
        · <Time at={step.at} />
      </span>
    </p>
  )
}

/** The agent with this task, which isn't its current one if it has several. Pausing and stopping concern all of them. */
function steeredAt(task: Task, { by, since, until }: Claim): SteeredAgent {
  const { id, key, title, project, may } = task
  return {
    id: by.id!,
    name: by.name,
    paused: null,
    task: { id, key, title, project, since, until, more: 0 },
    may: { control: false, editTask: may.edit },
  }
}
