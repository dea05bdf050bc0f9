import { type Fields, type Kind, isText, textOf } from './protocol.ts'
import type { CreatedKind } from './steps.ts'

/** The fields that histories change. Texts appear more often, because their merge is the hardest part. */
const changedFields: Record<Kind, string[]> = {
  project: ['name', 'description'],
  epic: ['title', 'description', 'status'],
  story: ['title', 'description'],
  task: ['description', 'title', 'description', 'status', 'description', 'labels', 'description', 'priority'],
  note: ['content', 'title', 'content', 'tags'],
  decision: ['title', 'context', 'tags'],
}

const choices: Record<string, string[]> = {
  'task status': ['backlog', 'todo', 'cancelled'],
  'epic status': ['planned', 'active'],
  'task priority': ['none', 'low', 'high'],
}

/** The text of a new item: seven lines, so that two edits can be far from each other. */
export const firstText = Array.from({ length: 7 }, (_, line) => `Line ${line}`).join('\n')

export interface Edited {
  field: string
  value: unknown
}

/** Returns a new value of a field. Everything except a status contains the number, so that it is found again. */
export function editOf(
  kind: Kind,
  fields: Fields,
  which: { field: number; line: number },
  number: number,
): Edited {
  const names = changedFields[kind]
  const field = names[which.field % names.length]!
  const allowed = choices[`${kind} ${field}`]
  if (allowed) return { field, value: allowed[which.line % allowed.length] }
  if (field === 'labels' || field === 'tags') return { field, value: [`l${number}`] }
  if (!isText(kind, field)) return { field, value: `Title w${number}` }
  const current = fields[field]
  const lines = (typeof current === 'string' && current !== '' ? current : firstText).split('\n')
  const line = which.line % lines.length
  // Replaces a line, or adds one behind it.
  lines.splice(line, which.line % 2 === 0 ? 1 : 0, `w${number}`)
  return { field, value: lines.join('\n') }
}

/** Returns the fields of a new item. */
export function fieldsOfNew(kind: Kind, number: number, parents: Fields): Fields {
  return { title: `New w${number}`, [textOf(kind)]: firstText, ...parents }
}

/** Returns the fields of a new item that name its parents. Undefined if the device knows no parent for it. */
export function parentsOf(
  kind: CreatedKind,
  { project, epic, story }: Partial<Record<'project' | 'epic' | 'story', string | undefined>>,
  projectOf: (id: string) => unknown,
): Fields | undefined {
  if (kind === 'private note') return {}
  if (kind === 'story') return epic === undefined ? undefined : { project: projectOf(epic), epic }
  if (kind === 'task' && story !== undefined) return { project: projectOf(story), story }
  return project === undefined ? undefined : { project }
}

/** Returns a UUIDv7 of a device whose clock may be wrong. */
export function idAt(milliseconds: number, random: string): string {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
}

/** Returns the element with a number, modulo their count. */
export function pick<Each>(all: readonly Each[], number: number): Each | undefined {
  return all[number % Math.max(1, all.length)]
}
