import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

const days = 90

/** Deletes invitations that were closed long ago, because they contain email addresses. */
export async function purgeInvitations(db: Queries): Promise<void> {
  await db.run(
    sql`delete from invitations
      where case when status = 'pending' then expires_at else updated_at end < now() - interval '${sql.raw(days)} days'`,
  )
}
