import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { itemRef } from '../../work/items/access.ts'
import { onSpec } from './access.ts'
import { addLink, findItemToLink } from './links.ts'
import { readSpec } from './read-spec.ts'
import { Spec, specRef } from './spec.ts'

export const linkSpec = operation({
  id: 'specs.link',
  summary: 'Link a spec to an epic, story, task or feature of its project.',
  http: 'POST /api/specs/:spec/links',
  access: onSpec('edit'),
  input: z.object({ spec: specRef, item: itemRef }),
  output: Spec,
}).run(async (ctx, { item: ref }) => {
  await addLink(ctx, ctx.spec, await findItemToLink(ctx.db, ctx.spec, { field: 'item', ref }))
  return readSpec(ctx, ctx.spec.id)
})
