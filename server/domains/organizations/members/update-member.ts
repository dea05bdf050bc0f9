import { z } from 'zod'
import { expectVersion } from '../../../operations/rows.ts'
import { roles } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { managesMember, requireOwnerLeft, requireCanManageRole } from './access.ts'
import { Member, memberFromRow, memberRef } from './member.ts'
import { findMember } from './member-row.ts'
import { setRole } from './set-role.ts'

export const updateMember = operation({
  id: 'members.update',
  summary: "Change a member's role in the organization. A member who becomes a guest leaves all teams.",
  http: 'PATCH /api/organization/members/:member',
  access: managesMember,
  input: z.object({ member: memberRef, role: z.enum(roles).describe('New role.') }),
  output: Member,
}).run(async (ctx, { role }) => {
  const { db, member, organization, user } = ctx
  expectVersion(ctx, member.version)
  requireCanManageRole(organization.role, role)
  if (role !== 'owner') requireOwnerLeft(ctx, member)
  await setRole(ctx, organization.id, member, role)
  const after = await findMember(db, organization.id, member.user_id, false)
  // Callers who change their own role see the result with their new rights.
  const viewer = member.user_id === user.id ? { ...ctx, organization: { ...organization, role } } : ctx
  return memberFromRow(viewer, after)
})
