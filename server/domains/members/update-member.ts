import { z } from 'zod'
import { expectVersion } from '../../database/rows.ts'
import { roles } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { managesMember, requireOwnerLeft, requireReach } from './access.ts'
import { Member, memberFromRow, memberRef } from './member.ts'
import { findMember } from './member-row.ts'
import { setRole } from './set-role.ts'

export const updateMember = operation({
  id: 'members.update',
  summary: 'Give somebody in the organization another role. Whoever becomes a guest leaves all teams.',
  http: 'PATCH /api/organization/members/:member',
  access: managesMember,
  input: z.object({ member: memberRef, role: z.enum(roles).describe('What they are from now on.') }),
  output: Member,
}).run(async (ctx, { role }) => {
  const { db, member, organization, user } = ctx
  expectVersion(ctx, member.version)
  requireReach(organization.role, role)
  if (role !== 'owner') requireOwnerLeft(ctx, member)
  await setRole(ctx, organization.id, member, role)
  const after = await findMember(db, organization.id, member.user_id, false)
  // Whoever steps down sees the answer as what they are now.
  const seer = member.user_id === user.id ? { ...ctx, organization: { ...organization, role } } : ctx
  return memberFromRow(seer, after)
})
