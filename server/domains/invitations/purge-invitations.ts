import type { Queries } from '../../database/connect.ts'

const days = 90

/** Whose address it was is of no use to anybody once an invitation is over for so long. */
export async function purgeInvitations(db: Queries): Promise<void> {
  await db.run(
    `delete from invitations
      where case when status = 'pending' then expires_at else updated_at end < now() - interval '${days} days'`,
  )
}
