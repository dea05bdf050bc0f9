import { z } from 'zod'
import { updateRow } from '../../database/rows.ts'
import { sql } from '../../database/sql.ts'
import { requireWholeOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { findPerson } from '../organizations/find-person.ts'
import { lockMember } from '../organizations/lock.ts'
import { findTeam } from '../teams/access.ts'
import { type OnProject, isSelf, onProject } from './access.ts'
import { projectRef } from './project.ts'
import { sectionsField } from './public-sections.ts'
import { shareWithPublic } from './public-share.ts'
import {
  Share,
  type ShareWithNames,
  recordShare,
  requireOneOf,
  selectShares,
  shareFromRow,
  sharedWith,
} from './share.ts'
import { type ShareRow, shareRoles } from './tables.ts'

export const shareProject = operation({
  id: 'projects.share',
  summary: 'Share a project with a member or guest, a team, or in part with the public.',
  http: 'POST /api/projects/:project/share',
  access: onProject('manage'),
  input: z.object({
    project: projectRef,
    ...sharedWith,
    role: z
      .enum(shareRoles)
      .default('viewer')
      .describe('Role of the user or team: viewer reads, editor also writes. Default: viewer.'),
    sections: sectionsField.optional(),
  }),
  output: Share,
}).run(async (ctx, input) => {
  requireOneOf(input)
  if (input.public) return shareWithPublic(ctx, input.sections)
  const column = input.user === undefined ? sql`team_id` : sql`user_id`
  const recipientId =
    input.user === undefined ? await resolveTeam(ctx, input.team!) : await lockRecipient(ctx, input.user)
  const [existing] = await ctx.db.run<ShareRow>(
    sql`select * from project_shares where project_id = ${ctx.project.id} and ${column} = ${recipientId}`,
  )
  const id = existing ? existing.id : newId()
  if (existing) await updateRow(ctx, { table: 'project_shares' }, existing, { role: input.role })
  else
    await ctx.db.run(
      sql`insert into project_shares (id, organization_id, project_id, ${column}, role)
        values (${id}, ${ctx.project.organization_id}, ${ctx.project.id}, ${recipientId}, ${input.role})`,
    )
  const [row] = await ctx.db.run<ShareWithNames>(sql`${selectShares} where s.id = ${id}`)
  const share = shareFromRow(ctx, row!)
  if (existing?.role !== share.role) recordShare(ctx, 'project.shared', share, existing?.role)
  return share
})

async function resolveTeam(ctx: Context & OnProject, ref: string): Promise<string> {
  // A credential that is bound to a project cannot see teams.
  requireWholeOrganization(ctx.caller, false, 'member')
  return (await findTeam(ctx.db, ctx, ref, false)).id
}

/** Finds a member and locks the membership, so that they cannot leave during the transaction. */
async function lockRecipient(ctx: Context & OnProject, ref: string): Promise<string> {
  const { db, organization, user } = ctx
  const found = isSelf(ctx, ref) ? user : await findPerson(db, organization.id, ref)
  if (!found || !(await lockMember(db, organization.id, found.id)))
    rejectField(
      'user',
      `No one in the organization is called "${ref}". Invite them first, at least as a guest.`,
    )
  return found.id
}
