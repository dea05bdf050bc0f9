import type { SyncKinds } from '../../operations/sync-kind.ts'
import type { Change } from './change.ts'

const maxTogether = 100

/** Splits changes, in order, into runs in which none depends on another, so that they can be applied together. */
export function* independentChanges(kinds: SyncKinds, changes: readonly Change[]): Generator<Change[]> {
  let run: Change[] = []
  const items = new Set<string>()
  for (const change of changes) {
    const isAlone = mustBeAlone(kinds, change)
    if (run.length > 0 && (isAlone || run.length === maxTogether || dependsOn(change, items))) {
      yield run
      run = []
      items.clear()
    }
    if (isAlone) yield [change]
    else {
      run.push(change)
      items.add(change.item)
    }
  }
  if (run.length > 0) yield run
}

/**
 * Projects decide what the user can see. Moves, deletions and restores can change other items too. An operation with
 * slow work before its transaction would hold up the others.
 */
function mustBeAlone(kinds: SyncKinds, { kind, action }: Change): boolean {
  if (kind === 'project' || (action !== 'create' && action !== 'update')) return true
  return kinds[kind][action].prepare !== undefined
}

function dependsOn(change: Change, items: ReadonlySet<string>): boolean {
  if (items.has(change.item)) return true
  const values = 'fields' in change ? Object.values(change.fields) : []
  return values.flat().some((value) => typeof value === 'string' && items.has(value))
}
