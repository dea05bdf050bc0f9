import { onUniqueViolation } from '../../database/unique-violation.ts'
import type { InOrganization } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'

/** Rejects publishing from a sandbox. */
export function requirePublishable({ organization }: Pick<InOrganization, 'organization'>): void {
  if (organization.sandbox) reject('sandbox_not_public')
}

/** Rejects a public slug that another project of the same creator uses, possibly in another organization. */
export function atPublicAddress<Result>(slug: string, write: () => Promise<Result>): Promise<Result> {
  return onUniqueViolation({ projects_public: { field: 'public address', value: slug } }, write)
}
