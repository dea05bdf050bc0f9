import { toSlug, numbered } from '../../platform/names.ts'
import { sql } from '../../database/sql.ts'
import { type InOrganization, organization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { visibleProjects } from './access.ts'
import { z } from 'zod'
import { idOfNew, insertRow, rejectExistingId } from '../../operations/rows.ts'
import { operation } from '../../operations/operation.ts'
import { requireRoom } from '../membership/plans.ts'
import type { OrganizationRow } from '../membership/tables.ts'
import { teamRef } from '../teams/team.ts'
import { createPlan } from '../work/plan/create-plan.ts'
import { PlannedItem, planField } from '../work/plan/plan-item.ts'
import { Project, projectFields, projectFromRow, projectKind } from './project.ts'
import { requirePublishable, sectionsField, sectionsFor } from './publishing.ts'
import type { ProjectRow } from './tables.ts'
import { requireTeam, teamToPutInto } from './team-of-project.ts'

type NamingContext = Context & InOrganization

const candidatesPerQuery = 50

// Names in the trash count as taken, so that a restored project keeps its own.
async function choose(
  ctx: NamingContext,
  column: 'slug' | 'key',
  requested: string | undefined,
  candidates: Generator<string>,
): Promise<string> {
  const { where } = visibleProjects(ctx)
  for (const names of inGroups(candidates, candidatesPerQuery)) {
    const rows = await ctx.db.run<{ name: string; seen: boolean }>(
      sql`select p.${sql.raw(column)} as name, (${where}) as seen from projects p
        where p.organization_id = ${ctx.organization.id} and p.${sql.raw(column)} = any(${names})`,
    )
    const taken = new Map(rows.map(({ name, seen }) => [name, seen]))
    if (requested !== undefined && taken.get(requested))
      reject('already_taken', { field: column, value: requested })
    const free = names.find((name) => !taken.has(name))
    if (free !== undefined) return free
  }
  return reject('already_taken', { field: column, value: requested ?? '' })
}

function* inGroups(names: Generator<string>, size: number): Generator<string[]> {
  let group: string[] = []
  for (const name of names) {
    group.push(name)
    if (group.length < size) continue
    yield group
    group = []
  }
  yield group
}

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
  await requireRoom(ctx, ctx.organization.id, 'projects')
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
      values (${idOfNew(ctx)}, ${ctx.organization.id}, ${slug}, ${key}, ${input.name}, ${input.description},
        ${JSON.stringify(input.settings)}, ${visibility}, ${teamId}, ${ctx.user.id}, ${publicSections})
      on conflict do nothing`,
    data: { ...input, visibility, ...(visibility === 'public' && { publicSections }), teamId, slug, key },
  })
  if (!row) {
    await rejectExistingId(ctx, projectKind)
    return rejectTakenName(ctx, input, { slug, key })
  }
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

/** Yields keys for a project's item numbers, best first: 'Web shop' gives WS, WES, WEB, … */
function* keysFor(name: string): Generator<string> {
  const words = toSlug(name)
    .toUpperCase()
    .split('-')
    .map((word) => word.replace(/[^A-Z]/g, ''))
    .filter((word) => word !== '')
  const initials = words.map((word) => word[0]).join('')
  const letters = words.join('')
  if (initials.length >= 2) yield initials.slice(0, 6)
  for (let length = 3; length <= 6; length++) if (letters.length >= length) yield letters.slice(0, length)
  if (letters.length >= 2) yield letters.slice(0, 2)
  const stem = letters.slice(0, 3)
  // Falls back to the stem followed by AA, AB, … ZZZ, so that every name gets a free key.
  for (let length = 2; length <= 6 - stem.length; length++) {
    for (let number = 0; number < 26 ** length; number++) yield stem + inLetters(number, length)
  }
}

function inLetters(number: number, length: number): string {
  let text = ''
  for (let rest = number; text.length < length; rest = Math.floor(rest / 26)) {
    text = String.fromCharCode(65 + (rest % 26)) + text
  }
  return text
}

/*
 * A slug or key is unique in its organization. Rejects a name that a visible project has. Replaces a name that a hidden
 * project has by a free one, because a rejection would reveal the project.
 */
function chooseSlug(ctx: NamingContext, { slug, name }: { slug?: string | undefined; name: string }) {
  return choose(ctx, 'slug', slug, numbered(slug ?? (toSlug(name) || 'project')))
}

function chooseKey(ctx: NamingContext, { key, name }: { key?: string | undefined; name: string }) {
  return choose(ctx, 'key', key, requestedFirst(key, keysFor(name)))
}

function* requestedFirst(requested: string | undefined, others: Generator<string>): Generator<string> {
  if (requested !== undefined) yield requested
  yield* others
}
