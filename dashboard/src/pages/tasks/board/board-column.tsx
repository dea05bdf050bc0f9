import { useInfiniteQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { Fragment, memo, useId, useLayoutEffect, useRef } from 'react'
import type { Status, Task } from '../../../client.ts'
import { type TaskFilter, tasksQuery } from '../../../queries.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { useStore } from '../../../ui/store.ts'
import { Loading } from '../../../ui/spinner.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { openCreateTask } from '../create/open-create-task.ts'
import { statusNames } from '../names.ts'
import { StatusIcon } from '../status-icon.tsx'
import { collapsedColumns, toggleColumn } from './collapsed-columns.ts'
import { CardFace, TaskCard } from './task-card.tsx'
import { texts } from './texts.ts'
import type { Lift, LiftControl } from './use-lift.ts'

const { column } = texts

export const cardBatchSize = 50

interface BoardColumnProps {
  slug: string
  status: Status
  filter: TaskFilter
  /** The total number of tasks, if known. */
  count: number | undefined
  /** The sum of their estimates. */
  points: number
  canAdd: boolean
  opened: string | undefined
  /** The card being moved, if it comes from this column or targets it. */
  lift: Lift | null
  control: Pick<LiftControl, 'step' | 'moveTo' | 'settle'>
}

export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { slug, status, filter, count, points, canAdd, opened, lift, control } = props
  const isCollapsed = useStore(collapsedColumns).includes(status)
  const list = useInfiniteQuery({ ...columnQuery(slug, status, filter), enabled: !isCollapsed })
  const titleId = useId()
  const tasks = list.data?.pages.flatMap(({ items }) => items) ?? []
  const target = lift?.to.status === status ? lift.to.before : undefined
  useSettle(tasks, target, lift, control)

  const name = statusNames[status]
  const frame = `shrink-0 rounded-lg border ${target === undefined ? 'border-transparent bg-hover/60' : 'border-accent/50 bg-accent-soft/40'}`
  if (isCollapsed)
    return (
      <section data-column={status} aria-label={name} className={`h-full w-9 ${frame}`}>
        <button
          type="button"
          aria-expanded={false}
          title={column.expand(name)}
          onClick={() => toggleColumn(status)}
          className="flex h-full w-full flex-col items-center gap-2 rounded-lg py-3 text-[13px] text-muted hover:text-ink"
        >
          <StatusIcon status={status} />
          <span className="[writing-mode:vertical-rl]">{name}</span>
          <span className="tabular-nums">{count}</span>
        </button>
      </section>
    )

  const gap = lift && <Gap lift={lift} />
  // The card that marks the target can disappear while another one is dragged.
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
            title={column.collapse(name)}
            onClick={() => toggleColumn(status)}
            className="flex h-8 w-full items-center gap-2 rounded-md pl-3"
          >
            <StatusIcon status={status} />
            <span className="truncate">{name}</span>
            <span className="font-normal text-muted tabular-nums">
              {count ?? shownCount(tasks, list.hasNextPage)}
            </span>
            {points > 0 && (
              <span className="ml-auto shrink-0 font-normal text-muted tabular-nums" title={column.estimates}>
                {column.points(formatNumber(points))}
              </span>
            )}
          </button>
        </h2>
        {canAdd && (
          <IconButton label={column.add(name)} onClick={() => openCreateTask({ project: slug, status })}>
            <PlusIcon />
          </IconButton>
        )}
      </div>
      <ol
        data-cards
        aria-label={name}
        className="relative min-h-0 grow overflow-x-hidden overflow-y-auto px-2"
      >
        {list.isPending && <Loading noun={column.noun} />}
        {!list.data && list.error && <LoadError error={list.error} onRetry={() => void list.refetch()} />}
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
              {column.more}
            </Button>
          </li>
        )}
      </ol>
    </section>
  )
})

export const columnQuery = (slug: string, status: Status, filter: TaskFilter) =>
  tasksQuery(slug, { ...filter, status: [status], sort: 'position' }, cardBatchSize)

/** Ends the move before paint once the list has the card at its target, so that the card never shows twice. */
function useSettle(
  tasks: Task[],
  target: string | null | undefined,
  lift: Lift | null,
  { settle }: Pick<LiftControl, 'settle'>,
): void {
  useLayoutEffect(() => {
    if (!lift?.dropped || target === undefined) return
    const at = tasks.findIndex(({ key }) => key === lift.key)
    if (at >= 0 && (tasks[at + 1]?.key ?? null) === target) settle(lift.key)
  })
}

/** Marks the target of a move: an empty slot for the pointer, or the card itself for the keyboard. */
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
