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
import { useStore } from '../../ui/store.ts'
import { BulkBar } from './bulk-bar.tsx'
import { GroupSection } from './group-section.tsx'
import { type TaskGroup, collapsedGroups, groupId, useLoadMore } from './grouped-tasks.ts'
import type { Grouping } from './groupings.ts'
import { focusRow, useListKeys } from './list-keys.ts'
import type { ShownProperty } from './names.ts'
import { type RowMenuState, menuAt } from './row-menu-state.ts'
import { useSelection } from './selection.ts'
import { usePublishedTasks } from './shown-tasks.ts'
import type { OpenPicker, PickedProperty } from './task-picker.tsx'

// A list can be read without their library.
const importMenu = () => import('./row-menu.tsx')
const importPicker = () => import('./task-picker.tsx')
const RowMenu = lazy(() => importMenu().then((module) => ({ default: module.RowMenu })))
const TaskPicker = lazy(() => importPicker().then((module) => ({ default: module.TaskPicker })))

interface GroupedListProps {
  slug: string
  query: { queryKey: QueryKey }
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

export function GroupedList({ slug, query, by, groups, total, shown, opened }: GroupedListProps) {
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
  const selection = useSelection(tasks)
  const [picker, setPicker] = useState<OpenPicker | null>(null)
  const [menu, setMenu] = useState<RowMenuState | null>(null)
  // Loaded with the list, so that they open without delay and without a network.
  useEffect(() => void Promise.allSettled([importMenu(), importPicker()]), [])
  const loadMore = useLoadMore(query)

  /** Returns the tasks that an action on a task concerns: the selected ones if it is one of them. */
  const affected = (task: Task): Task[] => {
    const isSelected = selection.keys.has(task.key)
    const some = isSelected ? tasks.filter(({ key }) => selection.keys.has(key)) : [task]
    return [...new Map(some.map((each) => [each.id, each])).values()].filter(({ may }) => may.edit)
  }
  const pick = (property: PickedProperty, task: Task, anchor: OpenPicker['anchor']) => {
    const some = affected(task)
    if (some.length > 0) setPicker({ property, tasks: some, anchor })
  }
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
      onContextMenu={(event) => setMenu(menuAt(event, rows, affected))}
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
        <BulkBar slug={slug} selection={selection} tasks={tasks} total={total} onPick={setPicker} />
      )}
      <Suspense>
        {picker && (
          <TaskPicker
            key={picker.property}
            slug={slug}
            {...picker}
            onClose={() => setPicker(null)}
            finalFocus={() => focusTarget(root.current!, picker)}
          />
        )}
        {menu && (
          <RowMenu
            {...menu}
            slug={slug}
            selection={selection}
            onPick={(property) => setPicker({ property, tasks: menu.tasks, anchor: menu.anchor })}
            onClose={() => setMenu(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

function toggleGroup(id: string): void {
  const ids = collapsedGroups.get()
  collapsedGroups.set(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])
}

/** Returns the button that opened a picker, or the row of its task, which can have moved to another group. */
function focusTarget(root: HTMLElement, { anchor, tasks }: OpenPicker): HTMLElement | null {
  if (anchor instanceof HTMLElement && anchor.isConnected) return anchor
  const row = root.querySelector(`[data-task="${CSS.escape(tasks[0]!.key)}"]`)
  return row?.querySelector<HTMLElement>('[data-task-link]') ?? null
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
