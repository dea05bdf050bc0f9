import { useEffect, useMemo, useRef } from 'react'
import type { TaskFilter } from '../../../queries.ts'
import { useProject, useTaskSearch } from '../../projects/this-project.ts'
import { boardColumns } from '../names.ts'
import { FilterBar } from '../filter-bar.tsx'
import { isFiltered, useTaskFilter } from '../task-filter.ts'
import { BoardColumn } from './board-column.tsx'
import { onBoardKey } from './keyboard-drag.ts'
import { startDrag } from './pointer-drag.ts'
import { findCard } from './shown-cards.ts'
import { useLift } from './use-lift.ts'

/** A project's tasks as cards, in a column for each status. */
export function BoardPage() {
  const project = useProject()
  const { task: opened } = useTaskSearch()
  const asked = useTaskFilter()
  const { status } = asked
  // The same as long as it says the same, so that no column is drawn anew.
  const filter = useMemo(() => columnFilter(asked), [asked])
  const board = useRef<HTMLDivElement>(null)
  const { lift, said, control } = useLift(project.slug, board)
  // The panel takes room from the board: what was opened stays in sight.
  useEffect(() => {
    if (opened) findCard(board.current!, opened)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [opened])
  const shown = boardColumns.filter((column) => !status || status.includes(column))
  const mayAdd = project.may.edit && !project.archivedAt
  return (
    <div className="flex h-[calc(100dvh-7rem)] min-h-96 flex-col lg:h-full">
      <title>{`${project.name} · Baton`}</title>
      <FilterBar project={project} layout="board" />
      <p id="board-help" hidden>
        Enter opens the task. Space lifts it, then arrow keys move it, Space drops it and Escape puts it back.
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {said}
      </p>
      {/* The keys and presses are those of the cards in it. */}
      <div
        ref={board}
        role="group"
        aria-label="Board"
        onPointerDown={(event) => startDrag(event, board.current!, control)}
        onKeyDown={(event) => onBoardKey(event, control)}
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
            count={isFiltered(filter) ? undefined : project.stats.byStatus[column]}
            mayAdd={mayAdd}
            opened={opened}
            lift={lift && [lift.from.status, lift.to.status].includes(column) ? lift : null}
            control={control}
          />
        ))}
      </div>
    </div>
  )
}

/** Which columns there are and in which order their cards stand is the board's own. */
function columnFilter({ status: _, sort: __, ...filter }: TaskFilter): TaskFilter {
  return filter
}
