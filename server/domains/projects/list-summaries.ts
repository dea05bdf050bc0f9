import { z } from 'zod'
import { pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { imageUrl } from '../../operations/image-url.ts'
import { hasRole } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { projectProgress } from '../work/items/progress.ts'
import { countsOfProject, isWithoutDay } from '../work/items/task-counts.ts'
import { inVisibleProjects } from './access.ts'

const Person = z.object({
  kind: z.enum(['user', 'agent']),
  id: z.uuid(),
  name: z.string(),
  avatarUrl: z.string().nullable().describe('Path of the avatar on this server.'),
})

/** The state of a project in one line, for lists. */
export const ProjectSummary = z
  .object({
    id: z.uuid().describe('Id of the project.'),
    slug: z.string(),
    name: z.string(),
    total: z.int().describe('Tasks that are not cancelled.'),
    done: z.int().describe('Complete tasks.'),
    open: z.int().describe('Tasks that are neither complete nor cancelled.'),
    lead: Person.nullable().describe('User who created it.'),
    people: z
      .array(Person)
      .describe(
        'Assignees of open tasks first, then for members its team and the users it is shared with. At most 5.',
      ),
    peopleCount: z.int().describe('Number of these people and agents.'),
    lastActivityAt: z.iso.datetime(),
  })
  .meta({ id: 'ProjectSummary' })

/**
 * Separate from projects.list, which every page loads for names: only a list of projects needs to refetch the numbers
 * with each change of a task.
 */
export const listSummaries = operation({
  id: 'projects.listSummaries',
  summary: 'List progress, lead, people and last activity of the projects that you can see, by name.',
  http: 'GET /api/project-summaries',
  shows: ['project', 'story', 'task', 'team', 'team_member', 'user', 'agent'],
  access: inVisibleProjects,
  input: z.object({
    archived: z.boolean().default(false).describe('List archived projects instead of active ones.'),
    ...pageInput,
  }),
  output: pageOf(ProjectSummary),
}).run(async (ctx, input) => {
  const { where } = ctx.visibleProjects
  // Guests see neither teams nor shares.
  const seesMembers = sql.raw(String(hasRole(ctx.organization, 'member')))
  const order = { column: 'lower(p.name)', type: 'text', descending: false } as const
  return readPage(
    ctx.db,
    input,
    { ...order, sort: 'name', id: 'p.id' },
    ({ after, orderAndLimit }) =>
      sql`select p.id, p.slug, p.name, lower(p.name) as sort_value, counts.*, people.*,
          lead.id as lead_id, lead.name as lead_name, lead.avatar_id as lead_avatar_id,
          coalesce((select j.at from journal j where j.project_id = p.id and j.private_to is null
            order by j.xid desc, j.seq desc limit 1), p.updated_at) as last_activity_at
        from projects p
        left join users lead on lead.id = p.created_by
        cross join lateral (
          select ${projectProgress} from ${countsOfProject(sql`p.id`, isWithoutDay)} counts) counts
        cross join lateral (
          select count(*)::int as people_count, coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'name', name,
              'avatarId', avatar_id) order by place) filter (where place <= 5), '[]') as people
            from (
              select c.kind, c.id, coalesce(u.name, a.name) as name, u.avatar_id,
                  row_number() over (order by max(c.open) desc, coalesce(u.name, a.name), c.id) as place
                from (
                  select case when t.assignee_user_id is null then 'agent' else 'user' end as kind,
                      coalesce(t.assignee_user_id, t.assignee_agent_id) as id, count(*) as open
                    from tasks t
                    where t.project_id = p.id and t.deleted_at is null and t.status not in ('complete', 'cancelled')
                      and coalesce(t.assignee_user_id, t.assignee_agent_id) is not null
                    group by 1, 2
                  union all select 'user', tm.user_id, 0 from team_members tm
                    where ${seesMembers} and tm.team_id = p.team_id
                  union all select 'user', s.user_id, 0 from project_shares s
                    where ${seesMembers} and s.project_id = p.id and s.user_id is not null
                ) c
                left join users u on c.kind = 'user' and u.id = c.id
                left join agents a on c.kind = 'agent' and a.id = c.id
                group by c.kind, c.id, u.name, a.name, u.avatar_id) ranked) people
        where ${where} and p.deleted_at is null
          and p.archived_at is ${input.archived ? sql`not null` : sql`null`} and ${after}
        ${orderAndLimit}`,
    summaryFromRow,
  )
})

interface SummaryRow {
  id: string
  slug: string
  name: string
  sort_value: string
  total: number
  complete: number
  cancelled: number
  people_count: number
  people: { kind: 'user' | 'agent'; id: string; name: string; avatarId: string | null }[]
  lead_id: string | null
  lead_name: string | null
  lead_avatar_id: string | null
  last_activity_at: string
}

function summaryFromRow(row: SummaryRow): z.output<typeof ProjectSummary> {
  const { id, slug, name, total, complete, cancelled, lead_id, lead_name, lead_avatar_id } = row
  return {
    id,
    slug,
    name,
    total: total - cancelled,
    done: complete,
    open: total - cancelled - complete,
    lead: lead_id
      ? { kind: 'user', id: lead_id, name: lead_name!, avatarUrl: imageUrl(lead_avatar_id) }
      : null,
    people: row.people.map(({ avatarId, ...person }) => ({ ...person, avatarUrl: imageUrl(avatarId) })),
    peopleCount: row.people_count,
    lastActivityAt: row.last_activity_at,
  }
}
