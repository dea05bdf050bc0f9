import type { ItemOf } from '../../../read.ts'
import { text } from '../../../ui/submit.ts'

export type InstanceSetting = ItemOf<'admin.listSettings'>

/** Returns the value of a setting from the fields of its form, in the type that the server expects. */
export function valueIn(form: FormData, { key, control }: InstanceSetting): InstanceSetting['value'] {
  switch (control) {
    case 'switch':
      return form.has(key)
    case 'choices':
      return form.getAll(key).map(String)
    case 'list':
      return text(form, key)
        .split(/[\s,;]+/)
        .filter((entry) => entry !== '')
    case 'number': {
      const given = text(form, key).trim()
      // The server rejects a text that isn't a number with its own sentence.
      return given === '' || Number.isNaN(Number(given)) ? given : Number(given)
    }
    default:
      return text(form, key).trim()
  }
}

export function isSame(one: InstanceSetting['value'], other: InstanceSetting['value']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
