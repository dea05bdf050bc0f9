import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Section, card } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { scopeNames } from '../memory/names.ts'
import { StatusIcon } from '../tasks/status-icon.tsx'
import { statusNames } from '../tasks/names.ts'
import { BudgetUsed } from './budget-used.tsx'
import { type AgentDetails, agentQuery } from './queries.ts'

export function AgentOverview() {
  const { agent: id } = useParams({ from: '/shell/agents/$agent' })
  const agent = useQuery(agentQuery(id)).data
  if (!agent) return null
  return (
    <div className="max-w-6xl gap-8 px-4 py-5 md:px-8 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 *:first:mt-0">
        <CurrentWork agent={agent} />
        <Section title="Instructions">
          <div className={`px-4 py-3 ${card}`}>
            {agent.instructions ? (
              <Markdown text={agent.instructions} />
            ) : (
              <p className="text-muted">It has none: it works as its client tells it to.</p>
            )}
          </div>
        </Section>
        <RecentMemory agent={agent} />
      </div>
      <aside className="mt-9 flex flex-col gap-6 lg:mt-0">
        <BudgetUsed agent={agent} />
        <section aria-labelledby="skills">
          <h2 id="skills" className="mb-2 font-semibold">
            Skills
          </h2>
          {agent.skills.length === 0 ? (
            <p className="text-muted">It has none yet.</p>
          ) : (
            <ul className="flex flex-wrap gap-1.5">
              {agent.skills.map(({ id: skill, slug, name }) => (
                <li key={skill}>
                  <Link to="/skills/$skill" params={{ skill: slug }} className="hover:underline">
                    <Badge tone="accent">{name}</Badge>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </section>
        <Facts>
          <Fact name="Owner">{agent.owner?.name ?? 'The organization'}</Fact>
          <Fact name="Model">{agent.model || 'Not said'}</Fact>
          <Fact name="Learns for">{scopeNames[agent.memoryScope]}</Fact>
          <Fact name="Last seen">{agent.lastUsedAt ? <Time at={agent.lastUsedAt} /> : 'Never'}</Fact>
          <Fact name="Made">
            <Time at={agent.createdAt} />
          </Fact>
        </Facts>
      </aside>
    </div>
  )
}

function CurrentWork({ agent: { name, work } }: { agent: AgentDetails }) {
  const { tasks, sessions } = work
  if (tasks.length === 0 && sessions.length === 0)
    return (
      <Section title="Current work">
        <p className="text-muted">
          {name} has nothing to do. Give it a task: it is among those that a task can be assigned to.
        </p>
      </Section>
    )
  return (
    <Section title="Current work">
      <ul aria-label="Current work" className={`divide-y ${card}`}>
        {sessions.map(({ id, title, lastSeenAt }) => (
          <Line key={id}>
            <Badge tone="attention">Session</Badge>
            <Link
              to="/sessions/$session"
              params={{ session: id }}
              className="min-w-0 grow truncate hover:underline"
            >
              {title}
            </Link>
            <span className="text-[13px] text-muted">
              last sign <Time at={lastSeenAt} />
            </span>
          </Line>
        ))}
        {tasks.map(({ id, key, title, project, status, claim }) => (
          <Line key={id}>
            <StatusIcon status={status} />
            <span className="sr-only">{statusNames[status]}</span>
            <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
            <Link
              to="/projects/$slug"
              params={{ slug: project }}
              search={{ task: key }}
              className="min-w-0 grow truncate hover:underline"
            >
              {title}
            </Link>
            {claim && <Badge tone="agent">Holds it</Badge>}
          </Line>
        ))}
      </ul>
    </Section>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <li className="flex min-h-(--row-height) items-center gap-2.5 px-4 py-1">{children}</li>
}

function RecentMemory({ agent: { id, memory } }: { agent: AgentDetails }) {
  return (
    <Section title="What it learned last">
      {memory.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
        <ul aria-label="What it learned last" className={`divide-y ${card}`}>
          {memory.slice(0, 5).map((entry) => (
            <li key={entry.id} className="px-4 py-2">
              <Link
                to="/agents/$agent/memory"
                params={{ agent: id }}
                search={{ entry: entry.id }}
                className="line-clamp-2 wrap-anywhere hover:underline"
              >
                {entry.content}
              </Link>
              <p className="text-[13px] text-muted">
                <Time at={entry.createdAt} />
                {entry.project && ` · ${entry.project.slug}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
