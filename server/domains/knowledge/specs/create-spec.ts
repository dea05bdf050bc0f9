import { z } from 'zod'
import { insertRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { reasonField } from '../revisions/revision.ts'
import { addRevision } from '../revisions/revisions.ts'
import { addLink, findItemToLink } from './links.ts'
import { readSpec } from './read-spec.ts'
import { Spec, specFields, specKind } from './spec.ts'
import type { SpecRow } from './tables.ts'

export const createSpec = operation({
  id: 'specs.create',
  summary: 'Create a technical specification and link the items that it describes.',
  http: 'POST /api/specs',
  tool: {
    name: 'create_spec',
    rare: ['reason', 'status'],
    brief: { content: 'Text in Markdown.', links: 'Keys of items: WEB-42.' },
  },
  access: onProject('edit'),
  created: true,
  input: z.object({
    project: projectRef,
    title: specFields.title,
    content: specFields.content,
    status: z
      .enum(['draft', 'review'])
      .default('draft')
      .describe('Initial status: "draft" (default), or "review" if it is ready for review.'),
    links: specFields.links.default([]),
    reason: reasonField.default('').describe('Reason, saved with its first revision.'),
  }),
  output: Spec,
}).run(async (ctx, { title, content, status, links, reason }) => {
  const { project } = ctx
  if (project.archived_at) reject('project_archived', { project: project.slug })
  const row = await insertRow<SpecRow>(ctx, specKind, {
    before: sql`numbered as (
      update organizations set last_spec = last_spec + 1 where id = ${project.organization_id} returning last_spec)`,
    insert: sql`insert into specs (id, organization_id, project_id, number, key, title, content, status, created_by)
      select ${newId()}::uuid, ${project.organization_id}::uuid, ${project.id}::uuid, last_spec, 'S-' || last_spec, ${title},
             ${content}, ${status}, ${JSON.stringify(actorOf(ctx.caller))}::jsonb from numbered`,
    data: { title, status, reason },
  })
  if (!row) reject('gone_meanwhile')
  await addRevision(ctx, {
    kind: 'spec',
    id: row.id,
    organizationId: row.organization_id,
    number: 1,
    title,
    content,
    more: { status },
    reason,
  })
  for (const [index, ref] of links.entries())
    await addLink(ctx, row, await findItemToLink(ctx.db, row, { field: `links.${index}`, ref }))
  return readSpec(ctx, row.id)
})
