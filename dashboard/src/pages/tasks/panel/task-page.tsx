import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PanelRightIcon, Trash2Icon } from 'lucide-react'
import { taskQuery } from '../../../queries.ts'
import { OtherViewers } from '../../../shell/online-members.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { TextLink } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PathLink } from '../../../ui/path-link.tsx'
import { findTask } from '../task-cache.ts'
import { useDeleteTask } from '../task-changes.ts'
import { CopyActions } from './task-actions.tsx'
import { TaskDetails } from './task-details.tsx'
import { TaskSteps } from './task-steps.tsx'
import { useListUrl } from './task-trail.ts'
import { TaskView } from './task-view.ts'
import { texts } from './texts.ts'

const { taskPage, taskPanel } = texts

/** A task on its own page. */
export function TaskPage() {
  const { slug, task: key } = useParams({ from: '/shell/projects/$slug/tasks/$task' })
  const cache = useQueryClient()
  const query = useQuery({ ...taskQuery(key), placeholderData: () => findTask(cache, slug, key) })
  return (
    <Loaded
      query={query}
      noun={key}
      errorLink={
        <TextLink to="/projects/$slug" params={{ slug }}>
          {taskPage.all}
        </TextLink>
      }
    >
      {(task) =>
        // A task can't move to another project, but a URL can name the wrong one.
        task.project === slug && task.key === key ? (
          <TaskView value="page">
            <section aria-label={taskPanel.label(key)} className="flex flex-col">
              <title>{`${key} ${task.title} · Baton`}</title>
              <Header slug={slug} taskKey={key} />
              <TaskDetails key={task.id} task={task} slug={slug} />
            </section>
          </TaskView>
        ) : (
          <Navigate
            replace
            to="/projects/$slug/tasks/$task"
            params={{ slug: task.project, task: task.key }}
          />
        )
      }
    </Loaded>
  )
}

function Header({ slug, taskKey }: { slug: string; taskKey: string }) {
  const task = useQuery(taskQuery(taskKey)).data
  const remove = useDeleteTask(slug)
  const navigate = useNavigate()
  const listUrl = useListUrl(slug, taskKey)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-1 border-b px-4 py-1.5 md:px-5">
      <PathLink
        href={listUrl}
        className="inline-flex h-7 items-center gap-1.5 rounded-md pr-2 text-muted hover:text-ink"
      >
        <PanelRightIcon /> {taskPage.back}
      </PathLink>
      <span className="mr-auto pl-1 font-mono text-xs text-muted">{taskKey}</span>
      <OtherViewers project={slug} item={taskKey} />
      <TaskSteps slug={slug} taskKey={taskKey} />
      {task && <CopyActions task={task} />}
      {task?.may.edit && (
        <IconButton
          label={taskPanel.delete(taskKey)}
          onClick={() => {
            void navigate({ to: '/projects/$slug', params: { slug } })
            remove.mutate(task)
          }}
        >
          <Trash2Icon />
        </IconButton>
      )}
    </div>
  )
}
