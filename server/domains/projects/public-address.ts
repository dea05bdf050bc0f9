import { onUniqueViolation } from '../../database/unique-violation.ts'
import type { InOrganization } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'

/** Nothing that is only tried out gets an address that everybody can open. */
export function requirePublishable({ organization }: Pick<InOrganization, 'organization'>): void {
  if (organization.sandbox) reject('sandbox_not_public')
}

/** For whatever may put a project at its public address: its creator may have another there, of another organization. */
export function atPublicAddress<Result>(slug: string, deed: () => Promise<Result>): Promise<Result> {
  return onUniqueViolation({ projects_public: { field: 'public address', value: slug } }, deed)
}
