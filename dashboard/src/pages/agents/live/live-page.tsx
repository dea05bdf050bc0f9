import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../ui/badge.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { Time } from '../../../ui/time.tsx'
import { openQuestionsQuery } from '../../questions/queries.ts'
import { Lane } from './lane.tsx'
import { LaneActions } from './lane-actions.tsx'
import { type LiveAgent, liveAgentsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** One lane for each agent at work. The others are listed below, collapsed. */
export function LivePage() {
  const { page } = texts
  const agents = useQuery(liveAgentsQuery)
  const questions = useQuery(openQuestionsQuery).data?.items ?? []
  return (
    <Page title={page.title} text={page.text}>
      <Loaded query={agents} noun={page.noun}>
        {({ items }) => {
          const asking = new Set(questions.map(({ askedBy }) => askedBy.id))
          // A paused agent or one that waits for an answer needs a person, even if its last call is long ago.
          const isShown = ({ id, working, paused }: LiveAgent) => working || paused !== null || asking.has(id)
          const working = items.filter(isShown)
          const others = items.filter((agent) => !isShown(agent))
          return (
            <>
              {working.length === 0 && (
                <Empty {...page.empty}>
                  <LinkButton kind="primary" to="/connect">
                    {page.connect}
                  </LinkButton>
                </Empty>
              )}
              <section aria-label={page.working} className="flex flex-col gap-4">
                {working.map((agent) => (
                  <Lane
                    key={agent.id}
                    agent={agent}
                    questions={questions.filter(({ askedBy }) => askedBy.id === agent.id)}
                  />
                ))}
              </section>
              {others.length > 0 && <Others agents={others} />}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Others({ agents }: { agents: LiveAgent[] }) {
  const { page, lane } = texts
  return (
    <details className="mt-6">
      <summary className="cursor-pointer py-1 font-medium text-muted">{page.others(agents.length)}</summary>
      <ul className="mt-2 divide-y rounded-lg border bg-surface">
        {agents.map((agent) => (
          <li key={agent.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
            <Link
              to="/agents/$agent"
              params={{ agent: agent.id }}
              className="min-w-0 grow wrap-anywhere hover:underline"
            >
              {agent.name}
            </Link>
            {agent.paused && <Badge tone="attention">{lane.pausedBadge}</Badge>}
            <span className="text-[13px] text-muted">
              {agent.lastCallAt ? (
                <>
                  {lane.lastCall} <Time at={agent.lastCallAt} />
                </>
              ) : (
                lane.never
              )}
            </span>
            <LaneActions agent={agent} />
          </li>
        ))}
      </ul>
    </details>
  )
}
