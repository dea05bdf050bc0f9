import type { QueryKey } from '@tanstack/react-query'
import {
  type CSSProperties,
  Suspense,
  lazy,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Task } from '../../client.ts'
import type { TaskFilter } from '../../queries.ts'
import { useStore } from '../../ui/store.ts'
import { GroupSection } from './group-section.tsx'
import { type TaskGroup, collapsedGroups, groupId, useLoadMore } from './grouped-tasks.ts'
import type { Grouping } from './groupings.ts'
import { focusRow, rowAt, useListKeys } from './list-keys.ts'
import type { ShownProperty } from './names.ts'
import type { PickedProperty } from './picker-choices.tsx'
import { usePublishedSelection } from './selected-tasks.ts'
import { useSelection } from './selection.ts'
import { usePublishedTasks } from './shown-tasks.ts'
import type { OpenPicker } from './task-picker.tsx'
import { useTaskMenu } from './use-task-menu.tsx'

const importBar = () => import('./bulk-bar.tsx')
const BulkBar = lazy(() => importBar().then((module) => ({ default: module.BulkBar })))

interface GroupedListProps {
  slug: string
  query: { queryKey: QueryKey }
  filter: TaskFilter
  by: Grouping
  groups: TaskGroup[]
  total: number
  shown: readonly ShownProperty[]
  opened: string | undefined
}

/** A row of the list: a task in one of its groups. */
export interface Row {
  group: string
  task: Task
}

export function GroupedList({ slug, query, filter, by, groups, total, shown, opened }: GroupedListProps) {
  const root = useRef<HTMLDivElement>(null)
  const collapsed = useStore(collapsedGroups)
  const isCollapsed = (group: TaskGroup) => by !== 'none' && collapsed.includes(groupId(by, group))
  const rows = useMemo(
    () =>
      groups
        .filter((group) => by === 'none' || !collapsed.includes(groupId(by, group)))
        .flatMap(({ value, items }) => items.map((task): Row => ({ group: value, task }))),
    [groups, by, collapsed],
  )
  const tasks = useMemo(() => rows.map(({ task }) => task), [rows])
  const keyWidth = useMemo(() => Math.max(...tasks.map(({ key }) => key.length), 3), [tasks])
  usePublishedTasks(tasks)
  const selection = useSelection(tasks, filter)
  const loadMore = useLoadMore(query)

  /** Returns the tasks that an action on a task concerns: the selected ones if it is one of them. */
  const affected = (task: Task): Task[] => {
    const isSelected = selection.keys.has(task.key)
    const some = isSelected ? tasks.filter(({ key }) => selection.keys.has(key)) : [task]
    return [...new Map(some.map((each) => [each.id, each])).values()].filter(({ may }) => may.edit)
  }
  const { openMenu, openPicker, confirmDelete, menus } = useTaskMenu({ slug, selection, affected })
  const pick = (property: PickedProperty, task: Task, anchor: OpenPicker['anchor']) => {
    const some = affected(task)
    const matching = selection.keys.has(task.key) ? selection.matching : undefined
    if (some.length > 0) openPicker({ property, tasks: some, matching, anchor })
  }
  usePublishedSelection(slug, selection, tasks)
  // Loaded with the list, so that it opens without delay and without a network.
  useEffect(() => void importBar().catch(() => {}), [])
  const active = useListKeys({ root, rows, selection, pick, opened })
  useRestoredFocus(root, rows, active)

  // Stable, so that rows don't re-render.
  const onPick = useEffectEvent(pick)
  const onMore = useEffectEvent(loadMore)
  const [actions] = useState(() => ({
    onSelect: (key: string, range: boolean) => (range ? selection.extend(key) : selection.toggle(key)),
    onPick: (property: PickedProperty, task: Task, anchor: HTMLElement) => onPick(property, task, anchor),
    onToggle: (group: TaskGroup) => toggleGroup(groupId(by, group)),
    onMore: (group: TaskGroup) => onMore(group),
  }))
  return (
    // All keys get the width of the longest one, so that the titles align.
    <div
      ref={root}
      onContextMenu={(event) => {
        const row = rowAt(rows, event.target)
        if (row) openMenu(event, row.task.key)
      }}
      style={{ '--key-width': `${keyWidth}ch` } as CSSProperties}
      data-task-groups
      data-selecting={selection.keys.size > 0 || undefined}
      className="group/list"
    >
      {groups.map((group) => (
        <GroupSection
          key={group.value}
          {...actions}
          by={by}
          group={group}
          isCollapsed={isCollapsed(group)}
          shown={shown}
          opened={opened}
          selected={selection.keys}
        />
      ))}
      {selection.keys.size > 0 && (
        <Suspense>
          <BulkBar
            selection={selection}
            tasks={tasks}
            total={total}
            filter={filter}
            onPick={openPicker}
            onDelete={confirmDelete}
          />
        </Suspense>
      )}
      {menus}
    </div>
  )
}

function toggleGroup(id: string): void {
  const ids = collapsedGroups.get()
  collapsedGroups.set(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])
}

/** Focuses the active row again after a change has moved it to another group. */
function useRestoredFocus(
  root: React.RefObject<HTMLElement | null>,
  rows: Row[],
  active: React.RefObject<Row | null>,
): void {
  useEffect(() => {
    const row = active.current
    if (!row || document.activeElement !== document.body) return
    const moved = rows.find(({ task }) => task.id === row.task.id)
    if (moved && moved.group !== row.group) focusRow(root.current!, rows, moved)
  }, [root, rows, active])
}
