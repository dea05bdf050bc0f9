import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../../change-search.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageTitle } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { BackupsSection } from './backups-section.tsx'
import { KeyFigures } from './key-figures.tsx'
import { NodesSection } from './nodes-section.tsx'
import { OverviewCharts } from './overview-charts.tsx'
import { overviewQuery, periods } from './queries.ts'
import { JobsSection, QueuesSection } from './queues-section.tsx'
import { texts } from './texts.ts'

/** The state of the whole instance. */
export function OverviewPage() {
  const { days = 30 } = useSearch({ from: '/shell/admin/overview' })
  const change = useChangeSearch<{ days?: number }>()
  const query = useQuery(overviewQuery(days))
  return (
    <>
      <PageTitle title={texts.title} text={texts.intro} />
      <div className="mb-4">
        <Select
          label={texts.period}
          value={String(days)}
          options={periods.map((period) => ({ value: String(period), name: texts.days(period) }))}
          onChange={(chosen) => change({ days: Number(chosen) })}
        />
      </div>
      <Loaded query={query} noun={texts.noun}>
        {(overview) => (
          <>
            <KeyFigures overview={overview} />
            <OverviewCharts overview={overview} />
            <QueuesSection queues={overview.queues} />
            <JobsSection />
            <NodesSection nodes={overview.nodes} />
            <BackupsSection backups={overview.backups} />
          </>
        )}
      </Loaded>
    </>
  )
}
