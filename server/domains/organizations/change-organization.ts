import { sqlState } from '../../database/connection-errors.ts'
import { updateRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import type { OrganizationRow } from './tables.ts'

/** Updates the locked row of an organization and records the changes. */
export async function changeOrganization(
  ctx: Context,
  before: OrganizationRow,
  set: Partial<OrganizationRow>,
): Promise<OrganizationRow> {
  const { after, changes } = await updateRow(ctx, { table: 'organizations' }, before, set).catch(
    (error: unknown) => {
      if (sqlState(error) === '23505') reject('already_taken', { field: 'slug', value: set.slug })
      throw error
    },
  )
  if (changes)
    ctx.record({
      type: 'organization.updated',
      subject: { kind: 'organization', id: after.id, key: after.slug },
      organizationId: after.id,
      version: after.version,
      changes,
    })
  return after
}
