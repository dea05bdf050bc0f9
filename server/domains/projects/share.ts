import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import { may } from '../../operations/may.ts'
import { imageUrl } from '../accounts/profile.ts'
import { teamRef } from '../teams/team.ts'
import { type OnProject, hasRight } from './access.ts'
import { projectKind } from './project.ts'
import { publicSections } from './public-sections.ts'
import { type ShareRow, shareRoles } from './tables.ts'

/** That a project is shared with a person or a team: the shape the world sees. */
export const Share = z
  .object({
    id: z.uuid().describe('Of what is shared with the public, the id of the project.'),
    user: z
      .object({ id: z.uuid(), username: z.string(), name: z.string(), avatarUrl: z.string().nullable() })
      .nullable()
      .describe('The person it is shared with, if it is no team.'),
    team: z
      .object({ id: z.uuid(), slug: z.string(), name: z.string() })
      .nullable()
      .describe('The team it is shared with, if it is no person.'),
    public: z
      .object({
        sections: z.array(z.enum(publicSections)),
        path: z.string().describe('Where the API shows it.'),
      })
      .nullable()
      .describe('What everybody sees of it, if it is shared with the public.'),
    role: z.enum(shareRoles).describe('Viewers read it; editors work in it.'),
    createdAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({
        change: z.boolean().describe('Choose another role.'),
        remove: z.boolean().describe('End it: for whoever manages the project, and for oneself.'),
      })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Share' })

/** A share with what its shape needs from other tables. */
export interface ShareWithNames extends ShareRow {
  username: string | null
  user_name: string | null
  user_avatar_id: string | null
  team_slug: string | null
  team_name: string | null
}

export const selectShares = `select s.*, u.username, u.name as user_name, u.avatar_id as user_avatar_id,
         t.slug as team_slug, t.name as team_name
    from project_shares s left join users u on u.id = s.user_id left join teams t on t.id = s.team_id`

export function shareFromRow(ctx: Context & OnProject, row: ShareWithNames): z.output<typeof Share> {
  const manages = hasRight(ctx.project.right, 'manage')
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
    may: may(ctx.caller, { change: manages, remove: manages || row.user_id === ctx.user.id }),
  }
}

/** With whom: one of them. */
export const sharedWith = {
  user: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('The person: their username or id, or "me". This, team or public.')
    .meta({ refers: 'member' }),
  team: teamRef.optional().describe('The team: its slug or id. This, user or public.'),
  public: z.boolean().optional().describe('True for everybody, without a credential. This, user or team.'),
}

interface Whom {
  user?: string | undefined
  team?: string | undefined
  public?: boolean | undefined
}

export function requireOneOf({ user, team, public: everybody }: Whom): void {
  if ([user, team, everybody || undefined].filter((whom) => whom !== undefined).length !== 1)
    rejectField('user', 'Name a person or a team, or say "public": true: one of them, and no more.')
}

/** Tells those who see the project with whom it is shared now, or no longer. */
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
