import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2Icon, XIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { isNotFound } from '../../../client.ts'
import { taskQuery } from '../../../queries.ts'
import { OtherViewers } from '../../../shell/online-members.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { findTask } from '../task-cache.ts'
import { useDeleteTask } from '../task-changes.ts'
import { TaskDetails } from './task-details.tsx'
import { texts } from './texts.ts'

/** A task beside the list. On phones it covers the page. */
export function TaskPanel({ slug, taskKey }: { slug: string; taskKey: string }) {
  const { taskPanel } = texts
  const cache = useQueryClient()
  const query = useQuery({
    ...taskQuery(taskKey),
    placeholderData: () => findTask(cache, slug, taskKey),
  })
  const remove = useDeleteTask(slug)
  const close = useClose(taskKey)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])

  let content: ReactNode
  if (query.data && !isNotFound(query.error)) content = <TaskDetails task={query.data} slug={slug} />
  else if (query.error) content = <LoadError error={query.error} onRetry={() => void query.refetch()} />
  else content = <Loading noun={taskKey} />

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={taskPanel.label(taskKey)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      className="fixed inset-0 z-30 flex flex-col overflow-y-auto bg-surface outline-none lg:static lg:h-full"
    >
      <div className="sticky top-0 z-10 flex h-11 shrink-0 items-center gap-1 border-b bg-surface pr-2.5 pl-5">
        <span className="mr-auto font-mono text-xs text-muted">{taskKey}</span>
        <OtherViewers project={slug} item={taskKey} />
        {query.data?.may.edit && (
          <IconButton
            label={taskPanel.delete(taskKey)}
            onClick={() => {
              close()
              remove.mutate(query.data)
            }}
          >
            <Trash2Icon />
          </IconButton>
        )}
        <IconButton label={taskPanel.close} onClick={close}>
          <XIcon />
        </IconButton>
      </div>
      {content}
    </section>
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
