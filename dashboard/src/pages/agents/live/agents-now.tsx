import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectsQuery } from '../../../queries.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { NameLink } from '../../../ui/links.tsx'
import { Time } from '../../../ui/time.tsx'
import { LinkedAction } from '../../activity/event-sentence.tsx'
import { NoItems, SectionCard } from '../../home/section-card.tsx'
import { CurrentTask } from './current-task.tsx'
import { liveAgentsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The agents at work in a compact list: current work, start, lease and last step. */
export function AgentsNow() {
  const agents = useQuery(liveAgentsQuery).data?.items.filter(({ working }) => working)
  const projects = useQuery(projectsQuery(false)).data
  if (!agents) return null
  return (
    <SectionCard title={texts.now.label} action={<NameLink to="/agents/live">{texts.now.all}</NameLink>}>
      {agents.length === 0 && <NoItems>{texts.now.empty}</NoItems>}
      <ul aria-label={texts.now.label} className="divide-y">
        {agents.map((agent) => {
          const [step] = agent.steps
          const slug = projects?.find(({ id }) => id === step?.project)?.slug
          return (
            <li key={agent.id} className="flex gap-3 px-4 py-2.5">
              <Avatar kind="agent" id={agent.id} name={agent.name} size="mt-0.5 size-6 text-[11px]" />
              <div className="min-w-0 grow">
                <p className="flex items-center gap-2">
                  <Link to="/agents/live" className="font-medium wrap-anywhere hover:underline">
                    {agent.name}
                  </Link>
                  {agent.paused && <Badge tone="attention">{texts.lane.pausedBadge}</Badge>}
                </p>
                <CurrentTask agent={agent} />
                {step && (
                  <p className="line-clamp-1 text-[13px] text-muted wrap-anywhere">
                    <LinkedAction event={step} slug={slug} /> · <Time at={step.at} />
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
