import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { requireRight, rightHolders } from '../../projects/access.ts'
import { visibleOrOwn } from '../../projects/visible-or-own.ts'
import { type SeenMemory, fromMemories, isThere, memoryWithNames } from './memory.ts'

/*
 * Access to an entry depends on its scope:
 *   project    users who can view the project; users who can edit it can change the entry
 *   agent      members of the organization; the project's users if the entry names a project
 *   session    the project's users; only the session's user if the session has no project
 */

export interface OnMemory extends InOrganization {
  memory: SeenMemory
}

const sentences = {
  view: 'Users who can view its project. Without one: members for agent memory, its user for session memory.',
  edit: 'Users who can edit its project. Without one: members for agent memory, its user for session memory.',
}

export function onMemory(right: 'view' | 'edit'): AccessRule<{ memory: string }, OnMemory> {
  return {
    name: `memory(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, { memory: ref }) {
      const granted = requireOrganization(caller, reads, 'guest')
      const [memory] = await findMemories(db, granted, [ref], hold)
      if (!memory) reject('not_found', { kind: 'memory', ref })
      requireRight(memory, right)
      return { ...granted, memory }
    },
  }
}

/**
 * Returns the entries with these ids that the caller can see and that match the conditions on `m`.
 * With `lock`, locks the rows in the order of their ids, so that concurrent calls cannot deadlock.
 */
export async function findMemories(
  db: Queries,
  granted: InOrganization,
  refs: readonly string[],
  lock: boolean,
  conditions: Sql = sql`true`,
): Promise<SeenMemory[]> {
  if (refs.length === 0) return []
  const ids = refs.filter((ref) => anyUuid.test(ref))
  const seen = visibleOrOwn(granted, 'm')
  return db.run<SeenMemory>(
    sql`select ${memoryWithNames}, ${seen.right} as right from ${fromMemories}
      where ${seen.where} and ${isThere} and m.id = any(${ids}::uuid[]) and ${conditions}
      order by m.id ${lock ? sql`for update of m` : sql.empty}`,
  )
}

/** Allows lists and searches for every role, because the queries return only visible entries. */
export const visibleMemories: AccessRule<unknown, InOrganization> = {
  name: 'visibleMemories',
  sentence: 'Everyone in the organization, for the memory that they can see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}
