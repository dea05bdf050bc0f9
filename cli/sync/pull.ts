import { isDeepStrictEqual } from 'node:util'
import { Problem } from '../../server/assembly/client.ts'
import { type Fields, isFields, isListOfFields } from '../cells.ts'
import type { Call } from '../connection.ts'
import { isFileKind } from './kinds.ts'
import type { State } from './state.ts'

const pageSize = 500
/** Kinds without files whose names appear in files. */
const namedKinds = ['story', 'feature', 'agent', 'project']

/** Pulls until the local copy is complete. Returns whether anything changed. */
export async function pull(state: State, call: Call): Promise<boolean> {
  const { device } = state.link()!
  let hasChanged = false
  for (;;) {
    const cursor = state.meta('cursor')
    if (cursor === undefined) startSnapshot(state)
    const page = await call('sync.pull', { device, limit: pageSize, ...(cursor && { cursor }) }).catch(
      (error: unknown) => {
        if (error instanceof Problem && error.status === 410 && cursor !== undefined) return undefined
        throw error
      },
    )
    if (page === undefined) {
      // The cursor is too old, or the server was restored. Files and waiting changes stay; the copy starts again.
      state.dropMeta('cursor')
      continue
    }
    const changes = isListOfFields(page.changes) ? page.changes : []
    state.transaction(() => {
      for (const change of changes) hasChanged = apply(state, change) || hasChanged
      state.setMeta('cursor', String(page.nextCursor))
      if (!page.hasMore) endSnapshot(state)
    })
    if (!page.hasMore) return hasChanged
  }
}

/** Starts a new copy. Its items have a new generation, so that the items that it lacks are recognized at its end. */
function startSnapshot(state: State): void {
  state.setMeta('generation', String(generationOf(state) + 1))
  state.setMeta('snapshot', 'running')
}

function endSnapshot(state: State): void {
  if (state.meta('snapshot') === undefined) return
  state.dropItems('generation < ?', generationOf(state))
  state.dropMeta('snapshot')
}

function generationOf(state: State): number {
  return Number(state.meta('generation') ?? 0)
}

function apply(state: State, change: Fields): boolean {
  const { id, scope } = change
  if (change.change === 'put') return put(state, change)
  if (change.change === 'removed') state.dropItems('id = ?', String(id))
  else state.dropItems('scope = ?', String(scope))
  return true
}

function put(state: State, { kind, id, key, scope, version, fields }: Fields): boolean {
  const item = {
    id: String(id),
    kind: String(kind),
    key: String(key ?? ''),
    scope: String(scope),
    version: Number(version),
    fields: isFields(fields) ? fields : {},
  }
  const known = state.item(item.id)
  if (!isKept(state, item)) {
    if (known) state.dropItems('id = ?', item.id)
    return known !== undefined
  }
  const generation = generationOf(state)
  state.forgetRemoved(item.id)
  // A restored server can have a lower version than this copy.
  const isOlder = known !== undefined && known.version > item.version && known.generation === generation
  if (isOlder || (known?.version === item.version && isDeepStrictEqual(known.fields, item.fields))) {
    state.confirmItem(item.id, generation)
    return false
  }
  state.putItem(item, generation)
  // The skills of a folder are those of the project's team.
  if (item.id === state.link()!.project && known?.fields.team !== item.fields.team)
    state.markAllDirty('skill')
  return true
}

/** Returns whether the folder needs the item: a pull has everything that the user can see. */
function isKept(state: State, { kind, id, fields }: { kind: string; id: string; fields: Fields }): boolean {
  const { project } = state.link()!
  if (kind === 'project') return id === project
  if (kind === 'agent' || kind === 'skill') return true
  return (isFileKind(kind) || namedKinds.includes(kind)) && fields.project === project
}
