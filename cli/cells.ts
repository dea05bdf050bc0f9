import { clean } from './text.ts'

export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isListOfFields(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.every(isFields)
}

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** Formats a value on one line. Shows a user, a project or another object by its name. */
export function cell(value: unknown): string {
  if (isEmpty(value)) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return time(value) ?? clean(value)
  if (Array.isArray(value)) return value.map(cell).filter(Boolean).join(', ')
  if (isFields(value)) return clean(labelOf(value) ?? JSON.stringify(value))
  return clean(JSON.stringify(value))
}

/** Returns `WEB-7 Fix it` for an item, `Ada (ada@example.com)` for a user, otherwise the name. */
export function nameOf({ name, title, key, slug, email }: Fields): string | undefined {
  if (typeof key === 'string' && typeof title === 'string') return `${key} ${title}`
  const found = [name, title, key, slug].find((candidate) => typeof candidate === 'string')
  return found !== undefined && typeof email === 'string' ? `${found} (${email})` : found
}

export function labelOf(value: Fields): string | undefined {
  return nameOf(value) ?? progressOf(value) ?? (typeof value.kind === 'string' ? value.kind : undefined)
}

/** Returns `20%` for the progress of tasks, `2 of 3` for gates. */
export function progressOf({ percent, passed, total }: Fields): string | undefined {
  if (typeof percent === 'number') return `${percent}%`
  return typeof passed === 'number' && typeof total === 'number' ? `${passed} of ${total}` : undefined
}

/** Turns `dueAt` into `due at`, and `user_code` into `user code`. */
export function heading(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

function time(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return undefined
  // In the user's time zone. The Swedish locale formats times as ISO 8601 does.
  return new Date(text).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
}
