import { ActivityList } from '../activity/activity-list.tsx'
import { useProject, useTaskSearch } from '../projects/this-project.ts'
import { FilterBar } from './filter-bar.tsx'
import { QuickAdd } from './quick-add.tsx'
import { useTaskFilter } from './task-filter.ts'
import { TaskList } from './task-list.tsx'

/** The tasks of a project as a list, beside its recent activity. */
export function ListPage() {
  const project = useProject()
  const { task: opened } = useTaskSearch()
  const filter = useTaskFilter()
  return (
    <div className="lg:flex lg:h-full">
      <title>{`${project.name} · Baton`}</title>
      <div className="min-w-0 grow lg:overflow-y-auto">
        {project.may.edit && !project.archivedAt && (
          <QuickAdd slug={project.slug} status={filter.status?.length === 1 ? filter.status[0] : undefined} />
        )}
        {project.stats.total > 0 && <FilterBar project={project} layout="list" />}
        <TaskList project={project} opened={opened} />
      </div>
      {!opened && (
        <div className="shrink-0 border-t lg:w-72 lg:overflow-y-auto lg:border-t-0 lg:border-l">
          <ActivityList events={project.activity} />
        </div>
      )}
    </div>
  )
}
