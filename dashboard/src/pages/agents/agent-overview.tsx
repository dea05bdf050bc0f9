import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { plainText } from '../../../../server/platform/plain-text.ts'
import { useRead } from '../../read.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Rows, Section, card } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { NameLink } from '../../ui/links.tsx'
import { MarketplacePart } from '../marketplace/marketplace-part.tsx'
import { scopeNames } from '../memory/names.ts'
import { StatusIcon } from '../tasks/status-icon.tsx'
import { statusNames } from '../tasks/names.ts'
import { AgentThroughput } from './agent-throughput.tsx'
import { BudgetUsed } from './budget-used.tsx'
import type { AgentDetails } from './queries.ts'
import { texts } from './texts.ts'

export function AgentOverview() {
  const { agent: id } = useParams({ from: '/shell/agents/$agent' })
  const agent = useRead('agents.get', { agent: id }).data
  if (!agent) return null
  const { overview } = texts
  return (
    <div className="max-w-6xl gap-8 px-4 py-5 md:px-8 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 *:first:mt-0">
        <CurrentWork agent={agent} />
        <AgentThroughput agent={agent} />
        <Section title={overview.instructions}>
          <div className={`px-4 py-3 ${card}`}>
            {agent.instructions ? (
              <Markdown text={agent.instructions} />
            ) : (
              <p className="text-muted">{overview.noInstructions}</p>
            )}
          </div>
        </Section>
        <RecentMemory agent={agent} />
      </div>
      <aside aria-label={sharedTexts.details} className="mt-9 flex flex-col gap-6 lg:mt-0">
        <BudgetUsed agent={agent} />
        <section aria-labelledby="skills">
          <h2 id="skills" className="mb-2 font-semibold">
            {overview.skills}
          </h2>
          {agent.skills.length === 0 ? (
            <p className="text-muted">{overview.noSkills}</p>
          ) : (
            <ul className="flex flex-wrap gap-1.5">
              {agent.skills.map(({ id: skill, slug, name }) => (
                <li key={skill}>
                  <NameLink to="/skills/$skill" params={{ skill: slug }}>
                    <Badge tone="accent">{name}</Badge>
                  </NameLink>
                </li>
              ))}
            </ul>
          )}
        </section>
        <Facts>
          <Fact name={overview.owner}>{agent.owner?.name ?? overview.organization}</Fact>
          <Fact name={overview.model}>{agent.model || overview.noModel}</Fact>
          <Fact name={overview.memoryScope}>{scopeNames[agent.memoryScope]}</Fact>
          <Fact name={overview.lastSeen}>
            {agent.lastUsedAt ? <Time at={agent.lastUsedAt} /> : texts.never}
          </Fact>
          <Fact name={overview.created}>
            <Time at={agent.createdAt} />
          </Fact>
        </Facts>
        <MarketplacePart source={{ kind: 'agent', id: agent.id, name: agent.name }} />
      </aside>
    </div>
  )
}

function CurrentWork({ agent: { name, work } }: { agent: AgentDetails }) {
  const { tasks, sessions } = work
  const { currentWork } = texts
  if (tasks.length === 0 && sessions.length === 0)
    return (
      <Section title={currentWork.title}>
        <p className="text-muted">{currentWork.empty(name)}</p>
      </Section>
    )
  return (
    <Section title={currentWork.title}>
      <Rows label={currentWork.title}>
        {sessions.map(({ id, title, lastSeenAt }) => (
          <Line key={id}>
            <Badge tone="attention">{currentWork.session}</Badge>
            <Link
              to="/sessions/$session"
              params={{ session: id }}
              className="min-w-0 grow truncate hover:underline"
            >
              {title}
            </Link>
            <span className="text-[13px] text-muted">
              {currentWork.lastActive} <Time at={lastSeenAt} />
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
            {claim && <Badge tone="agent">{currentWork.claimed}</Badge>}
          </Line>
        ))}
      </Rows>
    </Section>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <li className="flex min-h-(--row-height) items-center gap-2.5 px-4 py-1">{children}</li>
}

function RecentMemory({ agent: { id, memory } }: { agent: AgentDetails }) {
  return (
    <Section title={texts.recentMemory.title}>
      {memory.length === 0 ? (
        <p className="text-muted">{texts.recentMemory.empty}</p>
      ) : (
        <Rows label={texts.recentMemory.title}>
          {memory.slice(0, 5).map((entry) => (
            <li key={entry.id} className="px-4 py-2">
              <Link
                to="/agents/$agent/memory"
                params={{ agent: id }}
                search={{ entry: entry.id }}
                className="line-clamp-2 wrap-anywhere hover:underline"
              >
                {plainText(entry.content)}
              </Link>
              <p className="text-[13px] text-muted">
                <Time at={entry.createdAt} />
                {entry.project && ` · ${entry.project.slug}`}
              </p>
            </li>
          ))}
        </Rows>
      )}
    </Section>
  )
}
