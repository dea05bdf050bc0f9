import { z } from 'zod'
import { orderByNewest, orderByText, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { recordRead } from '../../operations/record-read.ts'
import { visibilities } from '../projects/project.ts'
import { projectsVisibleTo } from '../projects/visible-projects.ts'
import { teamRoles, type TeamRole } from '../teams/tables.ts'
import { findUserId, userRef } from './user.ts'

const NamedSlug = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })

const input = z.object({ user: userRef, ...pageInput })

const UserProject = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    key: z.string(),
    name: z.string(),
    visibility: z.enum(visibilities),
    organization: NamedSlug,
    creator: z.boolean().describe('Whether the user created the project.'),
    archivedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'UserProject' })

interface InOrganizationRow {
  id: string
  slug: string
  name: string
  organization_id: string
  organization_slug: string
  organization_name: string
  sort_value: string
}

function organizationOf(row: InOrganizationRow): z.output<typeof NamedSlug> {
  return { id: row.organization_id, slug: row.organization_slug, name: row.organization_name }
}

const projectsByName = orderByText('lower(p.name)', 'p.id')

interface ProjectOfUserRow extends InOrganizationRow {
  key: string
  visibility: (typeof visibilities)[number]
  creator: boolean
  archived_at: string | null
  created_at: string
}

export const listUserProjects = operation({
  id: 'admin.listUserProjects',
  summary: 'List the projects that a user can see in all their organizations, by name.',
  http: 'GET /api/admin/users/:user/projects',
  shows: ['project', 'member', 'team_member', 'user'],
  access: platformAdmin,
  input,
  output: pageOf(UserProject),
}).run(async ({ db }, { user: ref, ...paging }) => {
  const id = await findUserId(db, ref)
  return readPage(
    db,
    paging,
    projectsByName,
    ({ after, orderAndLimit }) =>
      sql`select p.id, p.slug, p.key, p.name, p.visibility, p.archived_at, p.created_at, p.created_by = ${id} as creator,
            o.id as organization_id, o.slug as organization_slug, o.name as organization_name, lower(p.name) as sort_value
       from ${projectsVisibleTo(id)} join organizations o on o.id = p.organization_id
      where p.deleted_at is null and o.sandbox_of is null and ${after} ${orderAndLimit}`,
    (row: ProjectOfUserRow) => ({
      id: row.id,
      slug: row.slug,
      key: row.key,
      name: row.name,
      visibility: row.visibility,
      organization: organizationOf(row),
      creator: row.creator,
      archivedAt: row.archived_at,
      createdAt: row.created_at,
    }),
  )
})

const UserNote = z
  .object({
    id: z.uuid(),
    title: z.string(),
    organization: NamedSlug,
    project: NamedSlug.nullable().describe('Null for a private note.'),
    publishedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'UserNote' })

interface NoteOfUserRow extends Omit<InOrganizationRow, 'slug' | 'name'> {
  title: string
  project_id: string | null
  project_slug: string
  project_name: string
  published_at: string | null
  created_at: string
  updated_at: string
}

export const listUserNotes = operation({
  id: 'admin.listUserNotes',
  summary:
    "List a user's notes without their text, newest first. The user sees in their activity that you did.",
  http: 'GET /api/admin/users/:user/notes',
  shows: ['note', 'project', 'user'],
  access: platformAdmin,
  input,
  output: pageOf(UserNote),
}).run(async (ctx, { user: ref, ...paging }) => {
  const id = await findUserId(ctx.db, ref)
  await recordRead(ctx, id, 'user.inspected', { kind: 'user', id })
  return readPage(
    ctx.db,
    paging,
    orderByNewest('n.id'),
    ({ after, orderAndLimit }) =>
      sql`select n.id, n.title, n.published_at, n.created_at, n.updated_at, o.id as organization_id, o.slug as organization_slug,
            o.name as organization_name, p.id as project_id, p.slug as project_slug, p.name as project_name
       from notes n join organizations o on o.id = n.organization_id left join projects p on p.id = n.project_id
      where n.owner_id = ${id} and n.deleted_at is null and o.sandbox_of is null and ${after} ${orderAndLimit}`,
    (row: NoteOfUserRow) => ({
      id: row.id,
      title: row.title,
      organization: { id: row.organization_id, slug: row.organization_slug, name: row.organization_name },
      project: row.project_id ? { id: row.project_id, slug: row.project_slug, name: row.project_name } : null,
      publishedAt: row.published_at,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }),
  )
})

const UserTeam = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    organization: NamedSlug,
    role: z.enum(teamRoles),
    joinedAt: z.iso.datetime(),
  })
  .meta({ id: 'UserTeam' })

const teamsByName = orderByText('lower(t.name)', 't.id')

export const listUserTeams = operation({
  id: 'admin.listUserTeams',
  summary: 'List the teams of a user in all their organizations, by name.',
  http: 'GET /api/admin/users/:user/teams',
  shows: ['team', 'team_member', 'member', 'user'],
  access: platformAdmin,
  input,
  output: pageOf(UserTeam),
}).run(async ({ db }, { user: ref, ...paging }) => {
  const id = await findUserId(db, ref)
  return readPage(
    db,
    paging,
    teamsByName,
    ({ after, orderAndLimit }) =>
      sql`select t.id, t.slug, t.name, m.role, m.created_at, o.id as organization_id, o.slug as organization_slug,
            o.name as organization_name, lower(t.name) as sort_value
       from team_members m join teams t on t.id = m.team_id join organizations o on o.id = t.organization_id
      where m.user_id = ${id} and o.sandbox_of is null and ${after} ${orderAndLimit}`,
    (row: InOrganizationRow & { role: TeamRole; created_at: string }) => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      organization: organizationOf(row),
      role: row.role,
      joinedAt: row.created_at,
    }),
  )
})
