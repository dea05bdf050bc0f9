import { Outlet, useParams } from '@tanstack/react-router'
import { type Project } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { TaskPanel } from '../tasks/panel/task-panel.tsx'
import { ProjectHeader } from './project-header.tsx'
import { texts } from './texts.ts'
import { useTaskSearch } from './this-project.ts'

const { projectFrame } = texts

/** The frame of all project pages: header and tabs above, the open task beside the page. */
export function ProjectFrame() {
  const { slug } = useParams({ from: '/shell/projects/$slug' })
  const { task } = useTaskSearch()
  return (
    <Loaded
      query={useRead('projects.get', { project: slug })}
      noun={projectFrame.noun}
      errorLink={<TextLink to="/projects">{projectFrame.all}</TextLink>}
    >
      {(project) => (
        <div className="lg:flex lg:h-full">
          <div className="min-w-0 grow lg:flex lg:flex-col">
            <ProjectHeader project={project} />
            <div className="border-b px-2 *:border-0 md:px-3">
              <Tabs label={projectFrame.pages(project.name)} tabs={tabsOf(project)} />
            </div>
            <div className="lg:min-h-0 lg:grow lg:overflow-y-auto">
              <Outlet />
            </div>
          </div>
          {task && (
            <div className="shrink-0 lg:h-full lg:w-100 lg:overflow-y-auto lg:border-l">
              <TaskPanel key={task} slug={slug} taskKey={task} />
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}

function tabsOf({ slug, may }: Project): Tab[] {
  const { tabs } = projectFrame
  const params = { slug }
  // Keep the filters when switching between list, board and tree.
  const tasks = { params, search: (search: object) => search, activeOptions: { includeSearch: false } }
  const other = { params, search: {}, activeOptions: { includeSearch: false } }
  return [
    { name: tabs.overview, to: '/projects/$slug/overview', ...other },
    {
      name: tabs.list,
      to: '/projects/$slug',
      ...tasks,
      activeOptions: { exact: true, includeSearch: false },
    },
    { name: tabs.board, to: '/projects/$slug/board', ...tasks },
    { name: tabs.tree, to: '/projects/$slug/tree', ...tasks },
    { name: tabs.features, to: '/projects/$slug/features', ...other },
    { name: tabs.notes, to: '/projects/$slug/notes', ...other },
    { name: tabs.decisions, to: '/projects/$slug/decisions', ...other },
    { name: tabs.specs, to: '/projects/$slug/specs', ...other },
    { name: tabs.memory, to: '/projects/$slug/memory', ...other },
    { name: tabs.activity, to: '/projects/$slug/activity', ...other },
    ...(may.edit
      ? [
          { name: tabs.trash, to: '/projects/$slug/trash', ...other } as const,
          { name: tabs.settings, to: '/projects/$slug/settings', ...other } as const,
        ]
      : []),
  ]
}
