import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, lazy } from 'react'
import { taskQuery } from '../../queries.ts'
import { Loading } from '../../ui/spinner.tsx'
import { texts } from './texts.ts'

const TaskPanel = lazy(() =>
  import('../tasks/panel/task-panel.tsx').then((module) => ({ default: module.TaskPanel })),
)

/** A page outside of projects, with the task of the URL beside it. */
export function WithTaskPanel({ task, children }: { task: string | undefined; children: ReactNode }) {
  return (
    <div className="lg:flex lg:h-full">
      <div className="min-w-0 grow lg:overflow-y-auto">{children}</div>
      {task && (
        <aside className="shrink-0 lg:h-full lg:w-100 lg:overflow-y-auto lg:border-l">
          <Suspense fallback={<Loading noun={texts.openTask.noun} />}>
            <OpenTask key={task} taskKey={task} />
          </Suspense>
        </aside>
      )}
    </div>
  )
}

/** The panel of a task. The key alone doesn't show the slug of its project, which the task contains. */
function OpenTask({ taskKey }: { taskKey: string }) {
  const task = useQuery(taskQuery(taskKey)).data
  return <TaskPanel slug={task?.project ?? ''} taskKey={taskKey} />
}
