import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '../../../queries.ts'
import { Time } from '../../../ui/time.tsx'
import { LinkedAction } from '../../activity/event-sentence.tsx'
import type { LiveAgent } from './queries.ts'
import { texts } from './texts.ts'

/** The last steps of an agent in words, newest first. */
export function LaneSteps({ agent: { name, steps } }: { agent: LiveAgent }) {
  const projects = useQuery(projectsQuery(false)).data
  const slugOf = (id: string | null) => projects?.find((project) => project.id === id)?.slug
  if (steps.length === 0) return <p className="text-[13px] text-muted">{texts.lane.noSteps}</p>
  return (
    <ol aria-label={texts.lane.steps(name)} className="flex flex-col gap-1 border-l-2 pl-3 text-[13px]">
      {steps.map((step) => (
        <li key={step.id} className="flex items-baseline gap-3">
          <span className="line-clamp-2 min-w-0 grow wrap-anywhere">
            <LinkedAction event={step} slug={slugOf(step.project)} />
          </span>
          <span className="shrink-0 text-muted">
            <Time at={step.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
