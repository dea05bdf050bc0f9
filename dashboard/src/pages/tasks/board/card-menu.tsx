import type { Task } from '../../../client.ts'
import { MenuChoice, MenuGroup, MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { boardColumns, statusNames } from '../names.ts'
import { texts } from './texts.ts'
import type { LiftControl } from './use-lift.ts'

/** Moves a card without dragging or shortcuts. */
export function CardMenu({ task, control }: { task: Task; control: Pick<LiftControl, 'step' | 'moveTo'> }) {
  const { cardMenu } = texts
  return (
    <RowMenu label={cardMenu.label(task.key)}>
      <MenuGroup label={cardMenu.withinColumn}>
        <MenuItem onSelect={() => control.step(task.key, 'Home')}>{cardMenu.top}</MenuItem>
        <MenuItem onSelect={() => control.step(task.key, 'ArrowUp')}>{cardMenu.up}</MenuItem>
        <MenuItem onSelect={() => control.step(task.key, 'ArrowDown')}>{cardMenu.down}</MenuItem>
        <MenuItem onSelect={() => control.step(task.key, 'End')}>{cardMenu.bottom}</MenuItem>
      </MenuGroup>
      <MenuGroup label={cardMenu.toColumn}>
        {boardColumns.map((status) => (
          <MenuChoice
            key={status}
            chosen={status === task.status}
            onSelect={() => status !== task.status && control.moveTo(task.key, status)}
          >
            {statusNames[status]}
          </MenuChoice>
        ))}
      </MenuGroup>
    </RowMenu>
  )
}
