import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, memo, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Status, Task } from '../../../client.ts'
import { type TaskFilter, tasksQuery } from '../../../queries.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { useStore } from '../../../ui/store.ts'
import { Loading } from '../../../ui/spinner.tsx'
import { Trouble } from '../../../ui/trouble.tsx'
import { statusNames } from '../names.ts'
import { StatusIcon } from '../status-icon.tsx'
import { AddCard } from './add-card.tsx'
import { fold, foldedColumns } from './folded-columns.ts'
import { CardFace, TaskCard } from './task-card.tsx'
import type { Lift, LiftControl } from './use-lift.ts'

export const cardBatchSize = 50

interface BoardColumnProps {
  slug: string
  status: Status
  filter: TaskFilter
  /** How many there are in all, where that is known. */
  count: number | undefined
  mayAdd: boolean
  opened: string | undefined
  /** The card on its way, if it comes from here or goes here. */
  lift: Lift | null
  control: Pick<LiftControl, 'step' | 'put' | 'land'>
}

export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { slug, status, filter, count, mayAdd, opened, lift, control } = props
  const folded = useStore(foldedColumns).includes(status)
  const list = useInfiniteQuery({ ...columnQuery(slug, status, filter), enabled: !folded })
  const titleId = useId()
  const [adding, setAdding] = useState(false)
  const tasks = list.data?.pages.flatMap(({ items }) => items) ?? []
  const target = lift?.to.status === status ? lift.to.before : undefined
  useLanding(tasks, target, lift, control)

  const name = statusNames[status]
  const frame = `shrink-0 rounded-lg border ${target === undefined ? 'border-transparent bg-hover/60' : 'border-accent/50 bg-accent-soft/40'}`
  if (folded)
    return (
      <section data-column={status} aria-label={name} className={`h-full w-9 ${frame}`}>
        <button
          type="button"
          aria-expanded={false}
          title={`Unfold ${name}`}
          onClick={() => fold(status)}
          className="flex h-full w-full flex-col items-center gap-2 rounded-lg py-3 text-[13px] text-muted hover:text-ink"
        >
          <StatusIcon status={status} />
          <span className="[writing-mode:vertical-rl]">{name}</span>
          <span className="tabular-nums">{count}</span>
        </button>
      </section>
    )

  const gap = lift && <Gap lift={lift} />
  // What it was to go before may be gone meanwhile.
  const beforeCard = tasks.some(({ key }) => key === target) ? target : null
  return (
    <section
      data-column={status}
      aria-labelledby={titleId}
      className={`flex h-full w-[min(17rem,82vw)] snap-center flex-col md:snap-align-none ${frame}`}
    >
      <div className="flex h-10 shrink-0 items-center pr-1.5 text-[13px]">
        <h2 id={titleId} className="min-w-0 grow font-medium">
          <button
            type="button"
            aria-expanded
            title={`Fold ${name}`}
            onClick={() => fold(status)}
            className="flex h-8 w-full items-center gap-2 rounded-md pl-3"
          >
            <StatusIcon status={status} />
            <span className="truncate">{name}</span>
            <span className="font-normal text-muted tabular-nums">
              {count ?? shownCount(tasks, list.hasNextPage)}
            </span>
          </button>
        </h2>
        {mayAdd && (
          <IconButton label={`Add a task to ${name}`} onClick={() => setAdding(true)}>
            <PlusIcon />
          </IconButton>
        )}
      </div>
      <ol
        data-cards
        aria-label={name}
        className="relative min-h-0 grow overflow-x-hidden overflow-y-auto px-2"
      >
        {list.isPending && <Loading what="tasks" />}
        {!list.data && list.error && <Trouble error={list.error} onRetry={() => void list.refetch()} />}
        {tasks.map((task) => (
          <Fragment key={task.id}>
            {target !== undefined && beforeCard === task.key && gap}
            <TaskCard
              task={task}
              opened={task.key === opened}
              lifted={lift?.key === task.key}
              control={control}
            />
          </Fragment>
        ))}
        {target !== undefined && beforeCard === null && gap}
        {list.hasNextPage && (
          <li className="pb-2">
            <Button
              className="w-full"
              busy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          </li>
        )}
      </ol>
      {adding && <AddCard slug={slug} status={status} onClose={() => setAdding(false)} />}
    </section>
  )
})

export const columnQuery = (slug: string, status: Status, filter: TaskFilter) =>
  tasksQuery(slug, { ...filter, status: [status], sort: 'position' }, cardBatchSize)

/** Once the list has the card where it was dropped, it is on its way no longer: before anybody sees it twice. */
function useLanding(
  tasks: Task[],
  target: string | null | undefined,
  lift: Lift | null,
  { land }: Pick<LiftControl, 'land'>,
): void {
  useLayoutEffect(() => {
    if (!lift?.dropped || target === undefined) return
    const at = tasks.findIndex(({ key }) => key === lift.key)
    if (at >= 0 && (tasks[at + 1]?.key ?? null) === target) land(lift.key)
  })
}

/** Where the card would go: an empty place below a pointer, and the card itself where keys carry it. */
function Gap({ lift: { by, height, task } }: { lift: Lift }) {
  const gap = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (by !== 'keyboard') return
    gap.current?.closest('[data-column]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    gap.current?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <li ref={gap} aria-hidden data-gap className="pb-2" style={{ height }}>
      {by === 'keyboard' ? (
        <div inert>
          <CardFace task={task} look="border-accent outline-2 -outline-offset-1 outline-accent shadow-lg" />
        </div>
      ) : (
        <div className="h-full rounded-md border-2 border-dashed border-accent/60 bg-accent-soft/60" />
      )}
    </li>
  )
}

function shownCount(tasks: Task[], more: boolean): string {
  return `${tasks.length}${more ? '+' : ''}`
}
