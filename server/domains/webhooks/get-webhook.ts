import { z } from 'zod'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Webhook, readWebhook, webhookFromRow, webhookRef } from './webhook.ts'

export const getWebhook = operation({
  id: 'webhooks.get',
  summary: 'Get a webhook, without its secret.',
  http: 'GET /api/webhooks/:webhook',
  access: administersItself,
  input: z.object({ webhook: webhookRef }),
  output: Webhook,
}).run(async (ctx, { webhook }) =>
  webhookFromRow(await readWebhook(ctx.db, ctx.organization.id, webhook), ctx.caller),
)
