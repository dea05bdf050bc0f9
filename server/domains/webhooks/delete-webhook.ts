import { z } from 'zod'
import { concerning, expectVersion } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { lockWebhook, webhookKind, webhookRef } from './webhook.ts'

export const deleteWebhook = operation({
  id: 'webhooks.delete',
  summary: 'Delete a webhook and its delivery log permanently. Pending deliveries are not sent.',
  http: 'DELETE /api/webhooks/:webhook',
  access: administersItself,
  destructive: true,
  input: z.object({ webhook: webhookRef }),
  output: z.object({ id: z.uuid() }),
}).run(async (ctx, { webhook }) => {
  const row = await lockWebhook(ctx.db, ctx.organization.id, webhook)
  expectVersion(ctx, row.version)
  await ctx.db.run(sql`delete from webhooks where id = ${row.id}`)
  ctx.record({ type: 'webhook.deleted', ...concerning(webhookKind, row), version: row.version })
  return { id: row.id }
})
