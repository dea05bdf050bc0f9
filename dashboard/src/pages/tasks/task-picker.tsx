import type { TypedKeys } from '../../shortcuts/keys-while-loading.ts'
import { type Anchor, Picker } from '../../ui/picker.tsx'
import { type PickedProperty, type TaskTarget, usePickerChoices } from './picker-choices.tsx'

export interface OpenPicker extends Omit<TaskTarget, 'slug'> {
  property: PickedProperty
  anchor: Anchor
}

interface TaskPickerProps extends OpenPicker {
  slug: string
  keys: TypedKeys
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** Changes a property of one or more tasks. */
export function TaskPicker({ property, slug, tasks, matching, ...frame }: TaskPickerProps) {
  return <Picker {...usePickerChoices({ slug, tasks, matching }, property)} {...frame} />
}
