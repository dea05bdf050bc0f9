import type { InOrganization } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'

/** Fields that only users can set: budget, publication and ownership. */
export const setByPeople = ['dailyBudget', 'publicSlug', 'owner'] as const

export function requireByPerson(
  { caller }: Pick<InOrganization, 'caller'>,
  fields: readonly (typeof setByPeople)[number][],
): void {
  if (caller.agent && fields.length > 0)
    reject('set_by_people', { agent: caller.agent.name, fields: fields.join(', ') })
}
