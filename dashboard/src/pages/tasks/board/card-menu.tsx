import type { Task } from '../../../client.ts'
import { MenuChoice, MenuGroup, MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { boardColumns, statusNames } from '../names.ts'
import type { LiftControl } from './use-lift.ts'

/** The moves of a card one at a time, for whoever can neither drag nor hold keys in mind. */
export function CardMenu({ task, control }: { task: Task; control: Pick<LiftControl, 'step' | 'put'> }) {
  return (
    <RowMenu label={`Move ${task.key}`}>
      <MenuGroup label="Within the column">
        <MenuItem onSelect={() => control.step(task.key, 'Home')}>To the top</MenuItem>
        <MenuItem onSelect={() => control.step(task.key, 'ArrowUp')}>Up</MenuItem>
        <MenuItem onSelect={() => control.step(task.key, 'ArrowDown')}>Down</MenuItem>
        <MenuItem onSelect={() => control.step(task.key, 'End')}>To the bottom</MenuItem>
      </MenuGroup>
      <MenuGroup label="To another column">
        {boardColumns.map((status) => (
          <MenuChoice
            key={status}
            chosen={status === task.status}
            onSelect={() => status !== task.status && control.put(task.key, status)}
          >
            {statusNames[status]}
          </MenuChoice>
        ))}
      </MenuGroup>
    </RowMenu>
  )
}
