import { Menu as Base } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Task } from '../../client.ts'
import { MenuItem, MenuPanel } from '../../ui/menu.tsx'
import type { Anchor } from '../../ui/picker.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useDeleteMany } from './bulk-changes.ts'
import type { Row } from './grouped-list.tsx'
import { rowAt } from './list-keys.ts'
import type { Selection } from './selection.ts'
import { isDraft } from './task-changes.ts'
import type { PickedProperty } from './task-picker.tsx'
import { texts } from './texts.ts'

const { rowMenu } = texts

/** The menu of a row. Its actions concern all selected tasks if the row is one of them. */
export interface RowMenuState {
  task: Task
  /** The tasks that the user can edit. */
  tasks: Task[]
  anchor: Anchor
}

/** Returns the menu for a right click or the menu key, or null if the event isn't on a row. */
export function menuAt(
  event: MouseEvent<HTMLElement>,
  rows: Row[],
  affected: (task: Task) => Task[],
): RowMenuState | null {
  const row = rowAt(rows, event.target)
  if (!row || isDraft(row.task)) return null
  event.preventDefault()
  // The menu key reports the position of the focused element.
  const { clientX, clientY } = event
  const anchor = { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) }
  return { task: row.task, tasks: affected(row.task), anchor }
}

interface RowMenuProps extends RowMenuState {
  slug: string
  selection: Selection
  onPick: (property: PickedProperty) => void
  onClose: () => void
}

export function RowMenu({ slug, task, tasks, anchor, selection, onPick, onClose }: RowMenuProps) {
  const navigate = useNavigate()
  const remove = useDeleteMany(slug)
  const isSelected = selection.keys.has(task.key)
  const canEdit = tasks.length > 0

  function copyLink(): void {
    const url = new URL(`/projects/${slug}?task=${task.key}`, location.origin)
    void navigator.clipboard.writeText(url.href).then(() => showToast({ text: rowMenu.copied }))
  }

  return (
    <Base.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <MenuPanel
        label={rowMenu.name(tasks.length > 1 ? rowMenu.tasks(tasks.length) : task.key)}
        anchor={anchor}
      >
        <MenuItem
          onSelect={() => void navigate({ to: '.', search: (search) => ({ ...search, task: task.key }) })}
        >
          {rowMenu.open}
        </MenuItem>
        <MenuItem onSelect={copyLink}>{rowMenu.copyLink}</MenuItem>
        {canEdit && (
          <>
            <MenuItem onSelect={() => selection.toggle(task.key)}>
              {isSelected ? rowMenu.deselect : rowMenu.select}
            </MenuItem>
            {(['status', 'assignee', 'priority', 'label'] as const).map((property) => (
              <MenuItem key={property} onSelect={() => onPick(property)}>
                {rowMenu[property]}
              </MenuItem>
            ))}
            <MenuItem
              danger
              onSelect={() => {
                selection.clear()
                remove.mutate(tasks)
              }}
            >
              {rowMenu.delete}
            </MenuItem>
          </>
        )}
      </MenuPanel>
    </Base.Root>
  )
}
