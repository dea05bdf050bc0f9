import { z } from 'zod'
import { orderByText, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import {
  ListedPublicNote,
  type PublicNoteRow,
  fromPublicNotes,
  isPublic,
  publicColumns,
  publicNoteFromRow,
} from '../knowledge/notes/public-note.ts'
import { excerptLength, excerptOf } from '../knowledge/notes/text.ts'

const byTitle = orderByText('lower(n.title)', 'n.id', 'title')

/** Lists published notes to anyone. A project without published notes returns `not_found`, so it stays hidden. */
export const listPublicDocs = operation({
  id: 'publicDocs.list',
  summary: "List the published notes of a team's project, sorted by title.",
  http: 'GET /api/public/docs/:team/:project',
  access: anyone,
  input: z.object({
    team: z.string().max(100).describe('Slug of the team.'),
    project: z.string().max(100).describe('Slug of the project.'),
    ...pageInput,
  }),
  output: pageOf(ListedPublicNote).extend({
    team: z.string(),
    project: z.string().describe('Name of the project.'),
  }),
}).run(async (ctx, input) => {
  const [project] = await ctx.db.run<{ id: string; name: string; team: string }>(
    sql`select p.id, p.name, t.name as team from teams t join projects p on p.team_id = t.id
      where t.slug = lower(${input.team}) and p.slug = lower(${input.project}) and p.deleted_at is null
        and exists (select 1 from notes n
                     where n.project_id = p.id and n.published_at is not null and n.deleted_at is null)`,
  )
  if (!project) reject('not_found', { kind: 'public documentation', ref: `${input.team}/${input.project}` })
  const listed = await readPage(
    ctx.db,
    input,
    byTitle,
    ({ after, orderAndLimit }) =>
      sql`select n.id, ${publicColumns}, left(n.content, ${sql.raw(excerptLength)}) as beginning, lower(n.title) as sort_value
       from ${fromPublicNotes} where n.project_id = ${project.id} and ${isPublic} and ${after} ${orderAndLimit}`,
    (row: PublicNoteRow & { id: string; beginning: string; sort_value: string }) => ({
      ...publicNoteFromRow(row),
      excerpt: excerptOf(row.title, row.beginning),
    }),
  )
  return { ...listed, team: project.team, project: project.name }
})
