import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { itemRef } from '../../work/items/access.ts'
import { onSpec } from './access.ts'
import { findItemToLink, removeLink } from './links.ts'
import { readSpec } from './read-spec.ts'
import { Spec, specRef } from './spec.ts'

export const unlinkSpec = operation({
  id: 'specs.unlink',
  summary: 'Remove the link between a spec and an item.',
  http: 'DELETE /api/specs/:spec/links',
  access: onSpec('edit'),
  destructive: true,
  input: z.object({ spec: specRef, item: itemRef }),
  output: Spec,
}).run(async (ctx, { item: ref }) => {
  await removeLink(ctx, ctx.spec, await findItemToLink(ctx.db, ctx.spec, { field: 'item', ref }))
  return readSpec(ctx, ctx.spec.id)
})
