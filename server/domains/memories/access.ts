import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type Filter,
  type InOrganization,
  requireOrganization,
} from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { requireRight, rightHolders } from '../projects/access.ts'
import { seenOrOwn } from '../projects/seen-or-own.ts'
import { withParametersAfter } from '../search/scope.ts'
import { type SeenMemory, fromMemories, isThere, memoryWithNames } from './memory.ts'

/*
 * Who sees an entry, and may change it:
 *   of a project                      whoever sees the project; whoever may change that
 *   of an agent                       members of the organization; if it names a project, as above
 *   of a session                      whoever sees the session: as above, and without a project its user alone
 */

export interface OnMemory extends InOrganization {
  memory: SeenMemory
}

const sentences = {
  view: 'Whoever sees its project; without one, members for an agent’s memory, and the user of a session for that.',
  edit: 'Whoever may change its project; without one, members for an agent’s memory, and the user of a session for that.',
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
 * Those of the entries with these ids that the caller sees, and that fit the conditions on `m`; if they are held, then in
 * the order of their ids.
 */
export async function findMemories(
  db: Queries,
  asking: InOrganization,
  refs: readonly string[],
  hold: boolean,
  conditions: Filter = { where: 'true', values: [] },
): Promise<SeenMemory[]> {
  if (refs.length === 0) return []
  const seen = seenOrOwn(asking, 'm')
  return db.run<SeenMemory>(
    `select ${memoryWithNames}, ${seen.right} as right from ${fromMemories}
      where ${seen.where} and ${isThere} and m.id = any($5::uuid[]) and ${withParametersAfter(5, conditions.where)}
      order by m.id ${hold ? 'for update of m' : ''}`,
    [...seen.values, refs.filter((ref) => anyUuid.test(ref)), ...conditions.values],
  )
}

/** For lists and searches: everybody may ask, and finds what they may see. */
export const visibleMemories: AccessRule<unknown, InOrganization> = {
  name: 'visibleMemories',
  sentence: 'Everybody in the organization, for the memory that they see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}
