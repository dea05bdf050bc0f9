import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../../change-search.ts'
import type { ProjectWithStats } from '../../../client.ts'
import { Choice } from '../../../ui/choice.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { ProjectTab } from '../../../ui/page.tsx'
import { useProject } from '../this-project.ts'
import { BurnUp } from './burn-up.tsx'
import { Estimates } from './estimates.tsx'
import { CumulativeFlow, CycleTime, Distribution, Throughput } from './insight-charts.tsx'
import { type InsightsSearch, type Period, periods } from './insights-search.ts'
import { type Insights, insightsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** Charts of the work in a project, computed from the journal. */
export function InsightsPage() {
  const project = useProject()
  const { weeks, item, unit } = useSearch({ from: '/shell/projects/$slug/insights' })
  const change = useChangeSearch<InsightsSearch>()
  const query = useQuery(insightsQuery(project.slug, { weeks, item }))
  return (
    <ProjectTab tabTitle={texts.tabTitle(project.name)} width="wide">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 className="text-lg font-semibold">{texts.title}</h2>
        <Choice
          label={texts.period}
          value={String(weeks ?? 8) as `${Period}`}
          names={periodNames}
          onChange={(value) => change({ weeks: Number(value) as Period })}
        />
      </div>
      <Loaded
        query={query}
        noun={texts.noun}
        errorLink={
          // The epic or feature in the URL may have been deleted.
          <TextLink to="/projects/$slug/insights" params={{ slug: project.slug }} search={{}}>
            {texts.wholeProject}
          </TextLink>
        }
      >
        {(insights) =>
          hasWork(insights) ? (
            <Charts insights={insights} project={project} search={{ item, unit }} />
          ) : (
            <Empty {...texts.empty}>
              <LinkButton to="/projects/$slug" params={{ slug: project.slug }} search={{}}>
                {texts.empty.button}
              </LinkButton>
            </Empty>
          )
        }
      </Loaded>
    </ProjectTab>
  )
}

const periodNames = Object.fromEntries(periods.map((count) => [count, texts.weeks(count)])) as Record<
  `${Period}`,
  string
>

function hasWork({ flow }: Insights): boolean {
  return flow.some(({ byStatus }) => Object.values(byStatus).some((count) => count > 0))
}

interface ChartsProps {
  insights: Insights
  project: ProjectWithStats
  search: InsightsSearch
}

function Charts({ insights, project, search }: ChartsProps) {
  return (
    <div className="flex flex-col gap-4">
      <Throughput insights={insights} />
      <div className="grid gap-4 xl:grid-cols-2">
        <CycleTime insights={insights} />
        <Distribution insights={insights} />
      </div>
      <CumulativeFlow insights={insights} />
      <BurnUp insights={insights} slug={project.slug} search={search} />
      <Estimates slug={project.slug} />
    </div>
  )
}
