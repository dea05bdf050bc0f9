import { useNavigate } from '@tanstack/react-router'
import { MenuItem, MenuPanel } from '../../ui/base-menu.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useDeleteMany } from './bulk-changes.ts'
import type { RowMenuState } from './row-menu-state.ts'
import type { Selection } from './selection.ts'
import type { PickedProperty } from './task-picker.tsx'
import { texts } from './texts.ts'

const { rowMenu } = texts

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
    <MenuPanel
      label={rowMenu.name(tasks.length > 1 ? rowMenu.tasks(tasks.length) : task.key)}
      anchor={anchor}
      onClose={onClose}
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
  )
}
