import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Webhook, webhookFromRow, webhooksOf } from './webhook.ts'

export const listWebhooks = operation({
  id: 'webhooks.list',
  summary: 'List the webhooks of the organization, oldest first.',
  http: 'GET /api/webhooks',
  access: administersItself,
  input: z.object({}),
  output: pageOf(Webhook),
}).run(async (ctx) => {
  const rows = await webhooksOf(ctx.db, ctx.organization.id)
  return { items: rows.map((row) => webhookFromRow(row, ctx.caller)), nextCursor: null }
})
