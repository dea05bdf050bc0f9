import type { MouseEvent } from 'react'
import type { Task } from '../../client.ts'
import type { Anchor } from '../../ui/picker.tsx'

/** The open context menu of a task. Its actions concern all selected tasks if the task is one of them. */
export interface TaskMenuState {
  task: Task
  /** The tasks that the user can edit. */
  tasks: Task[]
  anchor: Anchor
}

/** Returns the place of a right click. The menu key reports the position of the focused element. */
export function pointOf({ clientX, clientY }: MouseEvent): Anchor {
  return { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) }
}
