import { Outlet, useParams } from '@tanstack/react-router'
import { Suspense, lazy, useEffect } from 'react'
import { useRead } from '../../read.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { ProjectHeader } from './project-header.tsx'
import { ProjectTabs } from './project-tabs.tsx'
import { texts } from './texts.ts'
import { useTaskSearch } from './this-project.ts'

const { projectFrame } = texts

// The pages of a project can be read without it.
const importPanel = () => import('../tasks/panel/task-panel.tsx')
const TaskPanel = lazy(() => importPanel().then((module) => ({ default: module.TaskPanel })))

/** The frame of all project pages: header and tabs above, the open task beside the page. */
export function ProjectFrame() {
  const { slug } = useParams({ from: '/shell/projects/$slug' })
  const { task } = useTaskSearch()
  // Loaded with the project, so that a task opens without delay and without a network.
  useEffect(() => void Promise.allSettled([importPanel()]), [])
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
            <ProjectTabs project={project} />
            <div className="lg:min-h-0 lg:grow lg:overflow-y-auto">
              <Outlet />
            </div>
          </div>
          {task && (
            <div className="shrink-0 lg:h-full lg:w-100 lg:overflow-y-auto lg:border-l">
              <Suspense fallback={<Loading noun={task} />}>
                <TaskPanel key={task} slug={slug} taskKey={task} />
              </Suspense>
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}
