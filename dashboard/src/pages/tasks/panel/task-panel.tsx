import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Maximize2Icon } from 'lucide-react'
import type { Task } from '../../../client.ts'
import { taskQuery } from '../../../queries.ts'
import { OtherViewers } from '../../../shell/online-members.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { findTask } from '../task-cache.ts'
import { useDeleteTask } from '../task-changes.ts'
import { CopyActions } from './task-actions.tsx'
import { TaskDetails } from './task-details.tsx'
import { TaskSteps } from './task-steps.tsx'
import { RecordTrail } from './task-trail.ts'
import { texts } from './texts.ts'

/** A task beside the list. On phones it covers the page. */
export function TaskPanel({ slug, taskKey }: { slug: string; taskKey: string }) {
  const { taskPanel } = texts
  const cache = useQueryClient()
  const query = useQuery({
    ...taskQuery(taskKey),
    placeholderData: () => findTask(cache, slug, taskKey),
  })
  const task = query.data
  const remove = useDeleteTask(slug)
  const close = useClose(taskKey)
  return (
    <SidePanel
      label={taskPanel.label(taskKey)}
      deleteLabel={taskPanel.delete(taskKey)}
      onDelete={task?.may.edit ? () => remove.mutate(task) : undefined}
      closeLabel={taskPanel.close}
      onClose={close}
      header={
        <>
          <span className="mr-auto font-mono text-xs text-muted">{taskKey}</span>
          <OtherViewers project={slug} item={taskKey} />
          <RecordTrail taskKey={taskKey} />
          <TaskSteps slug={slug} taskKey={taskKey} />
          {task && <CopyActions task={task} />}
          {task && <FullPageLink task={task} />}
        </>
      }
    >
      <Loaded query={query} noun={taskKey}>
        {(loaded) => <TaskDetails task={loaded} slug={slug} />}
      </Loaded>
    </SidePanel>
  )
}

function FullPageLink({ task: { key, project } }: { task: Task }) {
  const { fullPage } = texts.taskPanel
  return (
    <Link
      to="/projects/$slug/tasks/$task"
      params={{ slug: project, task: key }}
      search={{}}
      aria-label={fullPage}
      title={fullPage}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
    >
      <Maximize2Icon />
    </Link>
  )
}

/** Returns a function that closes the panel and focuses the link to the task. */
function useClose(taskKey: string): () => void {
  const navigate = useNavigate()
  return () => {
    void navigate({ to: '.', search: ({ task: _, ...search }) => search })
    document.querySelector<HTMLElement>(`[data-task="${CSS.escape(taskKey)}"] [data-task-link]`)?.focus()
  }
}
