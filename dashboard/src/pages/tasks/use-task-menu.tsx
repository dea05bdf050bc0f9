import { type MouseEvent, type ReactNode, useState } from 'react'
import type { Task } from '../../client.ts'
import { taskQuery } from '../../queries.ts'
import { queryClient } from '../../query-client.ts'
import { useKeysWhileLoading } from '../../shortcuts/keys-while-loading.ts'
import { onDemand, useLibrary } from '../../ui/on-demand.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useDeleteMany } from './bulk-changes.ts'
import { type TaskMenuState, pointOf } from './menu-state.ts'
import type { Selection } from './selection.ts'
import { findTask } from './task-cache.ts'
import { isDraft } from './task-changes.ts'
import type { OpenPicker } from './task-picker.tsx'
import { texts } from './texts.ts'

// A list can be read without their library.
const menuLibrary = onDemand(() => import('./task-menu.tsx'))
const pickerLibrary = onDemand(() => import('./task-picker.tsx'))

interface TaskMenuOptions {
  slug: string
  selection?: Selection
  /** Returns the tasks that an action on a task concerns. Without it, only that task. */
  affected?: (task: Task) => Task[]
}

interface TaskMenus {
  /** Opens the context menu of a task for a right click or the menu key. */
  openMenu: (event: MouseEvent, key: string) => void
  openPicker: (picker: OpenPicker) => void
  /** Asks before tasks are deleted. */
  confirmDelete: (tasks: Task[]) => void
  /** The open menu, picker or question. */
  menus: ReactNode
}

/** The context menu and the property pickers of tasks. They are created when they open. */
export function useTaskMenu({ slug, selection, affected = editable }: TaskMenuOptions): TaskMenus {
  const [menu, setMenu] = useState<TaskMenuState | null>(null)
  const [picker, setPicker] = useState<OpenPicker | null>(null)
  const remove = useDeleteMany(slug)
  const menuModule = useLibrary(menuLibrary, menu !== null)
  const pickerModule = useLibrary(pickerLibrary, picker !== null)
  const closePicker = () => setPicker(null)
  const keys = useKeysWhileLoading(picker !== null, closePicker)
  const deleteNow = (tasks: Task[]) => {
    selection?.clear()
    remove.mutate(tasks)
  }
  const [confirmDelete, question] = useConfirm<Task[]>((tasks) => texts.deleteTasks(tasks.length), deleteNow)

  function openMenu(event: MouseEvent, key: string): void {
    event.preventDefault()
    const anchor = pointOf(event)
    const show = (task: Task) => setMenu({ task, tasks: affected(task), anchor })
    const known = findTask(queryClient, slug, key)
    if (known) {
      if (!isDraft(known)) show(known)
      return
    }
    // A tree shows only some fields of its tasks.
    void queryClient.fetchQuery(taskQuery(key)).then(show, () => {})
  }

  const menus = (
    <>
      {picker && pickerModule && (
        <pickerModule.TaskPicker
          key={picker.property}
          slug={slug}
          {...picker}
          keys={keys}
          onClose={closePicker}
          finalFocus={() => focusTarget(picker)}
        />
      )}
      {menu && menuModule && (
        <menuModule.TaskMenu
          {...menu}
          slug={slug}
          selection={selection}
          onPick={(property) => setPicker({ property, tasks: menu.tasks, anchor: menu.anchor })}
          // A toast offers to restore a single task.
          onDelete={() => (menu.tasks.length > 1 ? confirmDelete : deleteNow)(menu.tasks)}
          onClose={() => setMenu(null)}
        />
      )}
      {question}
    </>
  )
  return { openMenu, openPicker: setPicker, confirmDelete, menus }
}

const editable = (task: Task): Task[] => (task.may.edit ? [task] : [])

/** Returns the button that opened a picker, or the link of its task, which can have moved to another group. */
function focusTarget({ anchor, tasks }: OpenPicker): HTMLElement | null {
  if (anchor instanceof HTMLElement && anchor.isConnected) return anchor
  const key = CSS.escape(tasks[0]!.key)
  return document.querySelector<HTMLElement>(
    `:is([data-task="${key}"], [data-line="${key}"]) [data-task-link]`,
  )
}
