import { useParams, useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../change-search.ts'
import { Page, ProjectTab } from '../../ui/page.tsx'
import { useProject } from '../projects/this-project.ts'
import { ActivityFeed } from './activity-feed.tsx'
import { ActivityChips, ActivityFilters } from './activity-filters.tsx'
import { type ActivitySearch, type ActivityWithin, filterOf } from './activity-search.ts'
import { texts } from './texts.ts'

/** All events of the organization that the user can see. */
export function ActivityPage() {
  const search = useSearch({ from: '/shell/activity' })
  const { title } = texts.activityPage
  return (
    <Page title={title} width="narrow">
      <Activity search={search} within={{}} />
    </Page>
  )
}

export function ProjectActivityPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug/activity' })
  const search = useSearch({ from: '/shell/projects/$slug/activity' })
  const { name } = useProject()
  return (
    <ProjectTab tabTitle={texts.activityPage.projectTitle(name)} width="narrow">
      <Activity search={search} within={{ project: slug }} />
    </ProjectTab>
  )
}

export function AgentActivityPage() {
  const { agent } = useParams({ from: '/shell/agents/$agent/activity' })
  const search = useSearch({ from: '/shell/agents/$agent/activity' })
  return (
    <div className="max-w-3xl px-4 py-5 md:px-5">
      <Activity search={search} within={{ agent }} />
    </div>
  )
}

interface ActivityProps {
  search: ActivitySearch
  within: ActivityWithin
}

function Activity({ search, within }: ActivityProps) {
  const change = useChangeSearch<ActivitySearch>()
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-end gap-3">
        <ActivityFilters search={search} within={within} change={change} />
      </div>
      <ActivityChips search={search} change={change} />
      <ActivityFeed filter={filterOf(search, within)} userFilter={search} />
    </>
  )
}
