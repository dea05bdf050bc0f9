import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../errors/errors.ts'
import { may } from '../../operations/may.ts'
import { imageUrl } from '../../operations/image-url.ts'
import { teamRef } from '../teams/team.ts'
import { type OnProject, hasRight } from './access.ts'
import { projectKind } from './project.ts'
import { publicSections } from './publishing.ts'
import { type ShareRow, shareRoles } from './tables.ts'

/** A share of a project with a user, a team or the public, as the API returns it. */
export const Share = z
  .object({
    id: z.uuid().describe('Id of the share. For a public share, the id of the project.'),
    user: z
      .object({ id: z.uuid(), username: z.string(), name: z.string(), avatarUrl: z.string().nullable() })
      .nullable()
      .describe('User that it is shared with, if any.'),
    team: z
      .object({ id: z.uuid(), slug: z.string(), name: z.string() })
      .nullable()
      .describe('Team that it is shared with, if any.'),
    public: z
      .object({
        sections: z.array(z.enum(publicSections)),
        path: z.string().describe('Path in the API.'),
      })
      .nullable()
      .describe('Public sections, if it is shared with the public.'),
    role: z.enum(shareRoles).describe('Viewers read the project. Editors also write.'),
    createdAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        change: z.boolean().describe('Change the role.'),
        remove: z.boolean().describe('End the share. Managers can end any share, users their own.'),
      })
      .describe('Actions that the caller can perform.'),
  })
  .meta({ id: 'Share' })

/** A row with the joined columns that `Share` needs. */
export interface ShareWithNames extends ShareRow {
  username: string | null
  user_name: string | null
  user_avatar_id: string | null
  team_slug: string | null
  team_name: string | null
}

export const selectShares = sql`select s.*, u.username, u.name as user_name, u.avatar_id as user_avatar_id,
         t.slug as team_slug, t.name as team_name
    from project_shares s left join users u on u.id = s.user_id left join teams t on t.id = s.team_id`

export function shareFromRow(ctx: Context & OnProject, row: ShareWithNames): z.output<typeof Share> {
  const canManage = hasRight(ctx.project.right, 'manage')
  const { username, user_name, user_avatar_id, team_slug, team_name } = row
  return {
    id: row.id,
    user: row.user_id
      ? { id: row.user_id, username: username!, name: user_name!, avatarUrl: imageUrl(user_avatar_id) }
      : null,
    team: row.team_id ? { id: row.team_id, slug: team_slug!, name: team_name! } : null,
    public: null,
    role: row.role,
    createdAt: row.created_at,
    version: row.version,
    may: may(ctx.caller, { change: canManage, remove: canManage || row.user_id === ctx.user.id }),
  }
}

/** Input fields for the recipient. Exactly one must be set. */
export const sharedWith = {
  user: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('User: their username, id or "me". Pass either user, team or public.')
    .meta({ refers: 'member' }),
  team: teamRef.optional().describe('Team: its slug or id. Pass either user, team or public.'),
  public: z
    .boolean()
    .optional()
    .describe('True shares it with the public. Pass either user, team or public.'),
}

interface Recipient {
  user?: string | undefined
  team?: string | undefined
  public?: boolean | undefined
}

export function requireOneOf({ user, team, public: isPublic }: Recipient): void {
  if ([user, team, isPublic || undefined].filter((value) => value !== undefined).length !== 1)
    rejectField('user', 'Pass exactly one of "user", "team" or "public": true.')
}

/** Records that a share was created, changed or ended. */
export function recordShare(
  ctx: Context & OnProject,
  type: 'project.shared' | 'project.unshared',
  { user, team, role }: Pick<z.output<typeof Share>, 'user' | 'team' | 'role'>,
  from?: ShareRow['role'],
): void {
  const { id, slug, organization_id } = ctx.project
  ctx.record({
    type,
    subject: { kind: projectKind.name, id, key: slug },
    organizationId: organization_id,
    projectId: id,
    data: { user: user && { id: user.id, name: user.name }, team, role },
    ...(from && { changes: { role: { from, to: role } } }),
  })
}
