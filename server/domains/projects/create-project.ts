import { z } from 'zod'
import { insertRow } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { type InOrganization, organization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { requireRoom } from '../membership/plans.ts'
import type { OrganizationRow } from '../membership/tables.ts'
import { teamRef } from '../teams/team.ts'
import { createPlan } from '../work/plan/create-plan.ts'
import { PlannedItem, planField } from '../work/plan/plan-item.ts'
import { chooseKey, chooseSlug } from './choose-name.ts'
import { Project, projectFields, projectFromRow, projectKind } from './project.ts'
import { requirePublishable } from './public-address.ts'
import { sectionsField, sectionsFor } from './public-sections.ts'
import type { ProjectRow } from './tables.ts'
import { requireTeam, teamToPutInto } from './team-of-project.ts'

export const createProject = operation({
  id: 'projects.create',
  summary: 'Create a project in the current organization.',
  http: 'POST /api/projects',
  tool: {
    name: 'create_project',
    hint: 'Takes tasks as create_task does.',
    rare: ['publicSections', 'team', 'slug', 'key', 'visibility', 'settings', 'tasks'],
  },
  access: organization('member'),
  created: true,
  input: z.object({
    name: projectFields.name,
    description: projectFields.description.default(''),
    settings: projectFields.settings.default({}),
    visibility: projectFields.visibility
      .optional()
      .describe('Who can see it. Default: its team if it has one, else the default of the organization.'),
    publicSections: sectionsField.optional(),
    team: teamRef
      .optional()
      .describe('Team of the project: its slug or id. You must be a member of it, or an admin.'),
    slug: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens.')
      .max(60)
      .optional()
      .describe('Slug in URLs. Default: made from the name.'),
    key: z
      .string()
      .regex(/^[A-Z]{2,6}$/, 'Use two to six capital letters.')
      .optional()
      .describe('Prefix of its item numbers, two to six capital letters. Default: made from the name.'),
    tasks: planField
      .optional()
      .describe('Epics, stories and tasks to create with it, as in tasks.plan. At most 100.'),
  }),
  output: Project.extend({
    items: z.array(PlannedItem).optional().describe('The created items, in the order of the input.'),
  }),
}).run(async (ctx, { team, publicSections: requestedSections, tasks, ...input }) => {
  await requireRoom(ctx.db, ctx.organization.id, 'projects')
  const teamId = team === undefined ? null : (await teamToPutInto(ctx, team)).id
  const visibility = input.visibility ?? (teamId ? 'team' : await defaultVisibility(ctx))
  requireTeam(visibility, teamId)
  if (visibility === 'public') requirePublishable(ctx)
  const publicSections = sectionsFor(visibility, requestedSections)
  const slug = await chooseSlug(ctx, input)
  const key = await chooseKey(ctx, input)
  const row = await insertRow<ProjectRow>(ctx, projectKind, {
    insert: sql`insert into projects (id, organization_id, slug, key, name, description, settings, visibility, team_id,
        created_by, public_sections)
      values (${newId()}, ${ctx.organization.id}, ${slug}, ${key}, ${input.name}, ${input.description},
        ${JSON.stringify(input.settings)}, ${visibility}, ${teamId}, ${ctx.user.id}, ${publicSections})
      on conflict do nothing`,
    data: { ...input, visibility, ...(visibility === 'public' && { publicSections }), teamId, slug, key },
  })
  if (!row) return rejectTakenName(ctx, input, { slug, key })
  const project = { ...row, right: 'manage' } as const
  const created = projectFromRow(project, ctx.caller)
  return tasks === undefined ? created : { ...created, items: await createPlan({ ...ctx, project }, tasks) }
})

/** Returns the default visibility of the organization. A sandbox uses that of its live organization. */
async function defaultVisibility({ db, organization: current }: Context & InOrganization) {
  const [chosen] = await db.run<Pick<OrganizationRow, 'default_visibility'>>(
    sql`select l.default_visibility from organizations o join organizations l on l.id = coalesce(o.sandbox_of, o.id)
      where o.id = ${current.id}`,
  )
  // The sandbox was wiped concurrently.
  return chosen ? chosen.default_visibility : reject('gone_meanwhile')
}

/** Rejects a name that was taken concurrently, or that the caller uses for a public project elsewhere. */
async function rejectTakenName(
  ctx: Context & InOrganization,
  requested: Parameters<typeof chooseSlug>[1] & Parameters<typeof chooseKey>[1],
  { slug, key }: { slug: string; key: string },
): Promise<never> {
  await chooseSlug(ctx, requested)
  await chooseKey(ctx, requested)
  const [clash] = await ctx.db.run(
    sql`select 1 from projects where organization_id = ${ctx.organization.id} and (key = ${key} or slug = ${slug})`,
  )
  return clash ? reject('gone_meanwhile') : reject('already_taken', { field: 'slug', value: slug })
}
