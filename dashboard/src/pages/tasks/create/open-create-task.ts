import type { Status } from '../../../client.ts'
import { createStore } from '../../../ui/store.ts'

/** The values that the dialog starts with. */
export interface TaskPreset {
  /** The slug of the project. */
  project?: string | undefined
  status?: Status | undefined
  title?: string
}

/** The preset of the open dialog, or null while it is closed. */
export const createTaskPreset = createStore<TaskPreset | null>(null)

/** Opens the dialog that creates a task, from any page. */
export function openCreateTask(preset: TaskPreset = {}): void {
  createTaskPreset.set(preset)
}
