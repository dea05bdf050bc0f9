import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Fields } from '../cells.ts'
import { type FileKind, fileFormats } from './kinds.ts'
import type { NewFile, Scan } from './scan.ts'
import type { FileRow, State } from './state.ts'
import { uuidv7 } from './uuid.ts'

/**
 * Stores the found changes with their ids before anything is sent, so that a repeated push after a crash is a
 * duplicate. A file whose last change still waits is left for the next sync. `isRejected` skips texts that the server
 * has just rejected.
 */
export function queueChanges(
  state: State,
  { edits, created, vanished }: Scan,
  isRejected: (path: string, hash: string) => boolean = () => false,
): void {
  state.transaction(() => {
    for (const file of created) if (!isRejected(file.path, file.hash)) queueNew(state, file)
    for (const { row, changes, stamp, hash } of edits) {
      if (state.isWaiting(row.item) || isRejected(row.path, hash)) continue
      const base = Object.fromEntries(Object.keys(changes).map((name) => [name, row.base[name] ?? null]))
      send(state, row, 'update', { fields: changes, base, stamp, hash })
    }
    for (const row of vanished) if (!state.isWaiting(row.item)) send(state, row, 'delete', {})
  })
}

function queueNew(state: State, { path, kind, fields, stamp, hash }: NewFile): void {
  const row: FileRow = {
    path,
    item: uuidv7(),
    kind,
    stamp: '',
    hash,
    base: fields,
    version: 0,
    bare: true,
    orphan: false,
  }
  state.putFile(row)
  send(state, row, 'create', { fields: { ...ownFields(kind, fields), ...placeOf(state, kind) }, stamp, hash })
}

function send(
  state: State,
  { item, path, kind, version }: FileRow,
  action: 'create' | 'update' | 'delete',
  change: { fields?: Fields; base?: Fields; stamp?: string; hash?: string },
): void {
  const { fields = {}, base = {}, stamp = '', hash = '' } = change
  state.send({ id: randomUUID(), item, path, kind, action, version, fields, base, stamp, hash })
}

/** Returns the fields of a new item without defaults, which the server sets itself. A text is always sent. */
function ownFields(kind: FileKind, fields: Fields): Fields {
  const { properties, body } = fileFormats[kind]
  const isOwn = ([name, value]: [string, unknown]) => {
    const property = properties.find((each) => each.name === name)
    return property ? !isDeepStrictEqual(value, property.default) : body.length === 1 || value !== ''
  }
  return Object.fromEntries(Object.entries(fields).filter(isOwn))
}

/** Returns the fields that put a new item into this folder's project, or a skill into the project's team. */
function placeOf(state: State, kind: FileKind): Fields {
  const { project } = state.link()!
  if (kind !== 'skill') return { project }
  const team = state.item(project)?.fields.team ?? null
  return team === null ? { scope: 'personal' } : { scope: 'team', team }
}
