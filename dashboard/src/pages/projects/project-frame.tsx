import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { type Project, isNotFound } from '../../client.ts'
import { projectQuery } from '../../queries.ts'
import { Loading } from '../../ui/spinner.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { TaskPanel } from '../tasks/panel/task-panel.tsx'
import { ProjectHeader } from './project-header.tsx'
import { useTaskSearch } from './this-project.ts'

/** What every page of a project has around it: its name and its other pages above, the opened task beside it. */
export function ProjectFrame() {
  const { slug } = useParams({ from: '/shell/projects/$slug' })
  const { task } = useTaskSearch()
  const query = useQuery(projectQuery(slug))
  if (query.isPending) return <Loading what="the project" />
  if (!query.data || isNotFound(query.error))
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
      <div className="min-w-0 grow lg:flex lg:flex-col">
        <ProjectHeader project={project} />
        <div className="border-b px-2 *:border-0 md:px-3">
          <Tabs label={`Pages of ${project.name}`} tabs={tabsOf(project)} />
        </div>
        <div className="lg:min-h-0 lg:grow lg:overflow-y-auto">
          <Outlet />
        </div>
      </div>
      {task && (
        <aside className="shrink-0 lg:h-full lg:w-100 lg:overflow-y-auto lg:border-l">
          <TaskPanel key={task} slug={slug} taskKey={task} />
        </aside>
      )}
    </div>
  )
}

function tabsOf({ slug, may }: Project): Tab[] {
  const params = { slug }
  // Whatever was filtered stays so on the way from one view of the tasks to another.
  const tasks = { params, search: (search: object) => search, activeOptions: { includeSearch: false } }
  const other = { params, search: {}, activeOptions: { includeSearch: false } }
  return [
    { name: 'Overview', to: '/projects/$slug/overview', ...other },
    {
      ...{ name: 'List', to: '/projects/$slug', ...tasks },
      activeOptions: { exact: true, includeSearch: false },
    },
    { name: 'Board', to: '/projects/$slug/board', ...tasks },
    { name: 'Tree', to: '/projects/$slug/tree', ...tasks },
    { name: 'Features', to: '/projects/$slug/features', ...other },
    { name: 'Notes', to: '/projects/$slug/notes', ...other },
    { name: 'Decisions', to: '/projects/$slug/decisions', ...other },
    { name: 'Specs', to: '/projects/$slug/specs', ...other },
    { name: 'Memory', to: '/projects/$slug/memory', ...other },
    { name: 'Activity', to: '/projects/$slug/activity', ...other },
    ...(may.edit
      ? [
          { name: 'Trash', to: '/projects/$slug/trash', ...other } as const,
          { name: 'Settings', to: '/projects/$slug/settings', ...other } as const,
        ]
      : []),
  ]
}
