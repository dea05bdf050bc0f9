import type { InOrganization } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'

/** What its person sets for an agent, and no agent for itself: how much it may do, what the world sees, whose it is. */
export const setByPeople = ['dailyBudget', 'publicSlug', 'owner'] as const

export function requireByPerson(
  { caller }: Pick<InOrganization, 'caller'>,
  fields: readonly (typeof setByPeople)[number][],
): void {
  if (caller.agent && fields.length > 0)
    reject('set_by_people', { agent: caller.agent.name, fields: fields.join(', ') })
}
