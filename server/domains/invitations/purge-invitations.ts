import type { Queries } from '../../database/connect.ts'

const days = 90

/** Deletes invitations that were closed long ago, because they contain email addresses. */
export async function purgeInvitations(db: Queries): Promise<void> {
  await db.run(
    `delete from invitations
      where case when status = 'pending' then expires_at else updated_at end < now() - interval '${days} days'`,
  )
}
