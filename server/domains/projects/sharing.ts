import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { may } from '../../operations/may.ts'
import { type OnProject, hasRight, isSelf, onProject, endShareAccess } from './access.ts'
import { changeProject } from './change-project.ts'
import { requirePublishable, type PublicSection, sectionsFor, sectionsField } from './publishing.ts'
import {
  Share,
  type ShareWithNames,
  recordShare,
  requireOneOf,
  selectShares,
  shareFromRow,
  sharedWith,
} from './share.ts'
import { updateRow, expectVersion } from '../../operations/rows.ts'
import { requireWholeOrganization, hasRole } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { newId, anyUuid } from '../../platform/ids.ts'
import { findPerson } from '../membership/find-person.ts'
import { lockMember } from '../membership/lock.ts'
import { findTeam } from '../teams/access.ts'
import { projectRef } from './project.ts'
import { type ShareRow, shareRoles } from './tables.ts'
import { orderByOldest, pageInput, pageOf, readPage } from '../../database/pages.ts'

type Sharing = Context & OnProject

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

export const unshareProject = operation({
  id: 'projects.unshare',
  summary: 'Stop sharing a project with a user, a team or the public, or leave one shared with you.',
  http: 'DELETE /api/projects/:project/share',
  access: endShareAccess,
  destructive: true,
  input: z.object({ project: projectRef, ...sharedWith }),
  output: Share.describe('Share that was ended.'),
}).run(async (ctx, input) => {
  requireOneOf(input)
  if (input.public) return unshareWithPublic(ctx)
  const [alias, key] = input.user === undefined ? [sql`t`, sql`slug`] : [sql`u`, sql`username`]
  const ref = input.user === undefined ? input.team! : isSelf(ctx, input.user) ? ctx.user.id : input.user
  const [row] = await ctx.db.run<ShareWithNames>(
    sql`${selectShares} where s.project_id = ${ctx.project.id}
        and ${alias}.${anyUuid.test(ref) ? sql`id = ${ref}` : sql`${key} = lower(${ref})`}`,
  )
  if (!row) reject('not_found', { kind: 'share with', ref: input.user ?? input.team })
  expectVersion(ctx, row.version)
  await ctx.db.run(sql`delete from project_shares where id = ${row.id}`)
  const share = shareFromRow(ctx, row)
  recordShare(ctx, 'project.unshared', share)
  return share
})

const oldestFirst = orderByOldest('s.id')

export const listShares = operation({
  id: 'projects.listShares',
  summary: 'List the users and teams that a project is shared with. Guests see only their own share.',
  http: 'GET /api/projects/:project/shares',
  shows: ['project', 'member', 'team', 'team_member', 'user'],
  access: onProject('view'),
  input: z.object({ project: projectRef, ...pageInput }),
  output: pageOf(Share),
}).run(async (ctx, input) => {
  // Guests must not learn about other members or teams.
  const isShown = hasRole(ctx.organization, 'member') ? sql`true` : sql`s.user_id = ${ctx.user.id}`
  return readPage(
    ctx.db,
    input,
    oldestFirst,
    ({ after, orderAndLimit }) =>
      sql`${selectShares} where s.project_id = ${ctx.project.id} and ${isShown} and ${after} ${orderAndLimit}`,
    (row: ShareWithNames) => shareFromRow(ctx, row),
  )
})

/** Publishes the sections of a project. */
async function shareWithPublic(
  ctx: Sharing,
  requested: PublicSection[] | undefined,
): Promise<z.output<typeof Share>> {
  requirePublishable(ctx)
  const { project } = ctx
  const sections = sectionsFor('public', requested, project)
  const { version } = await changeProject(ctx, { visibility: 'public', public_sections: sections })
  return publicShare(ctx, sections, version)
}

/** Ends the public share. Members of the organization can still see the project. */
async function unshareWithPublic(ctx: Sharing): Promise<z.output<typeof Share>> {
  const { project } = ctx
  if (project.visibility !== 'public') reject('not_found', { kind: 'share with', ref: 'the public' })
  const { version } = await changeProject(ctx, { visibility: 'organization', public_sections: [] })
  return publicShare(ctx, project.public_sections, version)
}

async function publicShare(
  { db, project, caller }: Sharing,
  sections: PublicSection[],
  version: number,
): Promise<z.output<typeof Share>> {
  const [creator] = await db.run<{ username: string }>(
    sql`select username from users where id = ${project.created_by}`,
  )
  const canManage = hasRight(project.right, 'manage')
  return {
    id: project.id,
    user: null,
    team: null,
    public: { sections, path: `/api/public/projects/${creator!.username}/${project.slug}` },
    role: 'viewer',
    createdAt: project.created_at,
    version,
    may: may(caller, { change: canManage, remove: canManage }),
  }
}
