import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Status } from '../../../client.ts'
import type { TaskFilter } from '../../../queries.ts'
import { useProject, useTaskSearch } from '../../projects/this-project.ts'
import { boardColumns } from '../names.ts'
import { FilterBar } from '../filter-bar.tsx'
import { isFiltered, useTaskFilter } from '../task-filter.ts'
import { useTaskMenu } from '../use-task-menu.tsx'
import { BoardColumn } from './board-column.tsx'
import { columnCounts } from './column-counts.ts'
import { onBoardKey } from './keyboard-drag.ts'
import { startDrag } from './pointer-drag.ts'
import { findCard, keyOf } from './shown-cards.ts'
import { texts } from './texts.ts'
import { useLift } from './use-lift.ts'

/** The tasks of a project as cards, with a column per status. */
export function BoardPage() {
  const project = useProject()
  const { task: opened } = useTaskSearch()
  const taskFilter = useTaskFilter()
  const { status } = taskFilter
  // Memoized, so that columns don't re-render.
  const filter = useMemo(() => columnFilter(taskFilter), [taskFilter])
  const board = useRef<HTMLDivElement>(null)
  const { lift, announcement, control } = useLift(project.slug, board)
  const { openMenu, menus } = useTaskMenu({ slug: project.slug })
  // The panel narrows the board, so scroll the opened card back into view.
  useEffect(() => {
    if (opened) findCard(board.current!, opened)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [opened])
  const shown = boardColumns.filter((column) => !status || status.includes(column))
  const counts = useQuery(columnCounts(project.slug, filter)).data
  const groupOf = (column: Status) => counts?.groups.find(({ value }) => value === column)
  // The statistics of the project count all tasks, so a filtered board counts its own.
  const countOf = (column: Status) =>
    isFiltered(filter) ? counts && (groupOf(column)?.count ?? 0) : project.stats.byStatus[column]
  const canAdd = project.may.edit && !project.archivedAt
  return (
    <div className="flex h-[calc(100dvh-7rem)] min-h-96 flex-col lg:h-full">
      <title>{`${project.name} · Baton`}</title>
      <FilterBar project={project} layout="board" />
      <p id="board-help" hidden>
        {texts.boardPage.help}
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      {/* Handles keys and pointers of all cards in it. */}
      <div
        ref={board}
        role="group"
        aria-label={texts.boardPage.label}
        onPointerDown={(event) => startDrag(event, board.current!, control)}
        onKeyDown={(event) => onBoardKey(event, control)}
        onContextMenu={(event) => {
          const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
          // A long press lifts the card, and some browsers report it as a right click too.
          if (card && !lift) openMenu(event, keyOf(card))
        }}
        onBlur={() => lift?.by === 'keyboard' && control.cancel()}
        onDragStart={(event) => event.preventDefault()}
        className={`flex min-h-0 grow snap-x snap-proximity gap-2.5 overflow-x-auto p-3 md:snap-none md:px-4 ${lift ? 'cursor-grabbing snap-none' : ''}`}
      >
        {shown.map((column) => (
          <BoardColumn
            key={column}
            slug={project.slug}
            status={column}
            filter={filter}
            count={countOf(column)}
            points={groupOf(column)?.points ?? 0}
            canAdd={canAdd}
            opened={opened}
            lift={lift && [lift.from.status, lift.to.status].includes(column) ? lift : null}
            control={control}
          />
        ))}
      </div>
      {menus}
    </div>
  )
}

/** Removes status and sort: the board has a column per status and its own order. */
function columnFilter({ status: _, sort: __, ...filter }: TaskFilter): TaskFilter {
  return filter
}
