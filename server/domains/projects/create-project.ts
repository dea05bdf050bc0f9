import { z } from 'zod'
import { insertRow } from '../../database/rows.ts'
import { type InOrganization, organization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { toSlug } from '../../platform/names.ts'
import { requireRoom } from '../organizations/plans.ts'
import { Project, projectFields, projectFromRow, projectKind } from './project.ts'
import { keysFor } from './project-keys.ts'
import type { ProjectRow } from './tables.ts'

export const createProject = operation({
  id: 'projects.create',
  summary: 'Create a project in the current organization.',
  http: 'POST /api/projects',
  tool: 'create_project',
  access: organization('member'),
  created: true,
  input: z.object({
    name: projectFields.name,
    description: projectFields.description.default(''),
    settings: projectFields.settings.default({}),
    visibility: projectFields.visibility.default('organization'),
    slug: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters, digits and single hyphens.')
      .max(60)
      .optional()
      .describe('Its name in addresses. Made from the name if left out.'),
    key: z
      .string()
      .regex(/^[A-Z]{2,6}$/, 'Two to six capital letters.')
      .optional()
      .describe(
        'The beginning of its item numbers, two to six capital letters. Made from the name if left out.',
      ),
  }),
  output: Project,
}).run(async (ctx, input) => {
  await requireRoom(ctx.db, ctx.organization.id, 'projects')
  const slug = input.slug ?? (await freeName(ctx, 'slug', slugsFor(input.name)))
  const key = input.key ?? (await freeName(ctx, 'key', keysFor(input.name)))
  const row = await insertRow<ProjectRow>(ctx, projectKind, {
    insert: `insert into projects (id, organization_id, slug, key, name, description, settings, visibility, created_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    values: [
      ...[newId(), ctx.organization.id, slug, key, input.name, input.description],
      ...[JSON.stringify(input.settings), input.visibility, ctx.user.id],
    ],
    data: { ...input, slug, key },
  })
  return row ? projectFromRow({ ...row, right: 'manage' }, ctx.caller) : refuseTakenName(ctx, slug, key)
})

function* slugsFor(name: string): Generator<string> {
  const base = toSlug(name) || 'project'
  yield base
  for (let number = 2; ; number++) yield `${base}-${number}`
}

// Names in the trash count as taken, so that what is restored comes back under its own.
async function freeName(
  ctx: Context & InOrganization,
  column: 'slug' | 'key',
  candidates: Generator<string>,
) {
  const rows = await ctx.db.run<{ name: string }>(
    `select ${column} as name from projects where organization_id = $1`,
    [ctx.organization.id],
  )
  const taken = new Set(rows.map(({ name }) => name))
  for (const candidate of candidates) if (!taken.has(candidate)) return candidate
  return refuse('already_taken', { field: column, value: '' })
}

async function refuseTakenName(ctx: Context & InOrganization, slug: string, key: string): Promise<never> {
  const [clash] = await ctx.db.run<{ slug: string }>(
    'select slug from projects where organization_id = $1 and slug = $2',
    [ctx.organization.id, slug],
  )
  return clash
    ? refuse('already_taken', { field: 'slug', value: slug })
    : refuse('already_taken', { field: 'key', value: key })
}
