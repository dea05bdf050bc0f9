import { useNavigate } from '@tanstack/react-router'
import { MenuItem, MenuPanel } from '../../ui/base-menu.tsx'
import { copyTaskLinks } from './copy-links.ts'
import type { TaskMenuState } from './menu-state.ts'
import { type PickedProperty, pickedProperties } from './picker-choices.tsx'
import type { Selection } from './selection.ts'
import { texts } from './texts.ts'

const { taskMenu } = texts

interface TaskMenuProps extends TaskMenuState {
  slug: string
  /** The selection of the list. A board and a tree have none. */
  selection: Selection | undefined
  onPick: (property: PickedProperty) => void
  onDelete: () => void
  onClose: () => void
}

/** The context menu of a task in a list, on the board or in the tree. */
export function TaskMenu(props: TaskMenuProps) {
  const { slug, task, tasks, anchor, selection, onPick, onDelete, onClose } = props
  const navigate = useNavigate()
  const isSelected = selection?.keys.has(task.key)
  return (
    <MenuPanel
      label={taskMenu.name(tasks.length > 1 ? taskMenu.tasks(tasks.length) : task.key)}
      anchor={anchor}
      onClose={onClose}
    >
      <MenuItem
        onSelect={() => void navigate({ to: '.', search: (search) => ({ ...search, task: task.key }) })}
      >
        {taskMenu.open}
      </MenuItem>
      <MenuItem onSelect={() => copyTaskLinks(slug, tasks.length > 0 ? tasks : [task])}>
        {taskMenu.copyLink}
      </MenuItem>
      {tasks.length > 0 && (
        <>
          {selection && (
            <MenuItem onSelect={() => selection.toggle(task.key)}>
              {isSelected ? taskMenu.deselect : taskMenu.select}
            </MenuItem>
          )}
          {pickedProperties.map((property) => (
            <MenuItem key={property} onSelect={() => onPick(property)}>
              {taskMenu[property]}
            </MenuItem>
          ))}
          <div className="mt-1 border-t pt-1">
            <MenuItem danger onSelect={onDelete}>
              {taskMenu.delete}
            </MenuItem>
          </div>
        </>
      )}
    </MenuPanel>
  )
}
