import type { Fields } from '../cells.ts'
import { fileFormats, isFileKind } from './kinds.ts'
import type { ItemRow, State } from './state.ts'

/**
 * Returns whether an item has a file in this folder. Skills have no project: the folder has those of the project's
 * team, and those that were created in the folder. Personal skills stay out of a folder that others can read in git.
 */
export function belongs(state: State, { id, kind, fields }: ItemRow): boolean {
  if (!isFileKind(kind)) return false
  const { project } = state.link()!
  if (kind !== 'skill') return fields.project === project
  const team = state.item(project)?.fields.team ?? null
  return (team !== null && fields.team === team) || state.file(id) !== undefined
}

/** Returns the fields of an item that its file shows. */
export function shownFields({ kind, fields }: ItemRow): Fields {
  if (!isFileKind(kind)) return {}
  const { properties, body } = fileFormats[kind]
  const shown = properties.map(({ name, shape, default: fallback }): [string, unknown] => {
    const value = fields[name] ?? fallback
    return [name, shape === 'time' && typeof value === 'string' ? new Date(value).toISOString() : value]
  })
  return Object.fromEntries([...shown, ...body.map((name): [string, unknown] => [name, fields[name] ?? ''])])
}
