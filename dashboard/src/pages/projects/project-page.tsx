import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { isGone } from '../../client.ts'
import { projectQuery } from '../../queries.ts'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { ActivityList } from '../activity/activity-list.tsx'
import { QuickAdd } from '../tasks/quick-add.tsx'
import { TaskFilters } from '../tasks/task-filters.tsx'
import { TaskList } from '../tasks/task-list.tsx'
import { TaskPanel } from '../tasks/task-panel.tsx'
import { ProjectHeader } from './project-header.tsx'

export function ProjectPage() {
  const { slug } = useParams({ from: '/shell/projects/$slug' })
  const { task, ...filter } = useSearch({ from: '/shell/projects/$slug' })
  const query = useQuery(projectQuery(slug))
  if (query.isPending) return <Loading what="the project" />
  if (!query.data || isGone(query.error))
    return (
      <Trouble error={query.error!} onRetry={() => void query.refetch()}>
        <Link to="/projects" className="self-center font-medium text-accent underline underline-offset-2">
          All projects
        </Link>
      </Trouble>
    )
  const project = query.data
  return (
    <div className="lg:flex lg:h-full">
      <title>{`${project.name} · Baton`}</title>
      <div className="min-w-0 grow lg:overflow-y-auto">
        <ProjectHeader project={project} />
        {project.may.edit && !project.archivedAt && <QuickAdd slug={slug} status={filter.status} />}
        {project.stats.total > 0 && <TaskFilters project={project} filter={filter} />}
        <TaskList project={project} filter={filter} opened={task} />
      </div>
      <aside
        className={`shrink-0 lg:h-full lg:overflow-y-auto lg:border-l ${task ? 'lg:w-100' : 'border-t lg:w-72 lg:border-t-0'}`}
      >
        {task ? (
          <TaskPanel key={task} slug={slug} taskKey={task} />
        ) : (
          <ActivityList slug={slug} events={project.activity} />
        )}
      </aside>
    </div>
  )
}
