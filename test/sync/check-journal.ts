import assert from 'node:assert/strict'
import type { History } from './history.ts'
import type { ServerState } from './server-state.ts'

/**
 * Checks that nothing was applied twice: every item was created once, and every version that the journal records was
 * acknowledged to a device, or written with the ordinary API.
 */
export function checkJournal(history: History, state: ServerState): void {
  const known = new Set(history.edits.map(({ item, version }) => `${item} ${version}`))
  const created = new Map<string, number>()
  for (const { change, result } of history.all.flatMap(({ records }) => records)) {
    if (!result?.item) continue
    known.add(`${change.item} ${result.item.version}`)
    if (change.action === 'create') created.set(change.item, 0)
  }
  for (const { type, item, version } of state.journal) {
    if (type.endsWith('.created')) created.set(item, (created.get(item) ?? 0) + 1)
    if (
      history.touched.has(item) ||
      !/^(project|epic|story|task|note|decision)\.(created|updated|moved)$/.test(type)
    )
      continue
    assert.ok(
      known.has(`${item} ${version}`),
      `${type} of ${item}, version ${version}, was acknowledged to no one.`,
    )
  }
  for (const [item, times] of created) assert.equal(times, 1, `${item} was created ${times} times.`)
}

/** Returns a summary of the state that changes with every write. */
export function digestOf({ items, journal, conflicts }: ServerState): string {
  const versions = [...items.values()].map(({ id, version }) => `${id} ${version}`).toSorted()
  return JSON.stringify([versions, journal.length, conflicts.length])
}
