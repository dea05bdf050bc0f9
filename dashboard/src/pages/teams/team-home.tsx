import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../read.ts'
import { Select } from '../../ui/select.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { AnalyticsCharts } from './analytics-charts.tsx'
import { Presence } from './presence.tsx'
import { analyticsQuery } from './queries.ts'
import { TeamActivity } from './team-activity.tsx'
import { TeamProjects } from './team-projects.tsx'
import { texts } from './texts.ts'

const periods = [4, 12, 26, 52].map((count) => ({ value: String(count), name: texts.home.weeks(count) }))

export function TeamHome() {
  const { team } = useParams({ from: '/shell/teams/$team' })
  const name = useRead('teams.get', { team }).data?.name ?? team
  const [weeks, setWeeks] = useState('12')
  const analytics = useQuery(analyticsQuery(team, Number(weeks)))
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <title>{`${name} · Baton`}</title>
      <section aria-labelledby="work" className="min-w-0">
        <div className="mb-3 flex items-center justify-between gap-3">
          <h2 id="work" className="font-semibold">
            {texts.home.work}
          </h2>
          <Select label={texts.home.period} options={periods} value={weeks} onChange={setWeeks} />
        </div>
        <Loaded query={analytics} noun={texts.home.noun}>
          {(data) => <AnalyticsCharts analytics={data} />}
        </Loaded>
      </section>
      <div className="flex min-w-0 flex-col gap-8">
        <Presence team={team} />
        <TeamProjects team={team} />
        <TeamActivity team={team} />
      </div>
    </div>
  )
}
