import pg from 'pg'
import type { InOrganization } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'

/** Nothing that is only tried out gets an address that everybody can open. */
export function requirePublishable({ organization }: Pick<InOrganization, 'organization'>): void {
  if (organization.sandbox) refuse('sandbox_not_public')
}

/** For whatever may put a project at its public address: its creator may have another there, of another organization. */
export async function atPublicAddress<Result>(slug: string, deed: () => Promise<Result>): Promise<Result> {
  try {
    return await deed()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'projects_public')
      refuse('already_taken', { field: 'public address', value: slug })
    throw error
  }
}
