import { z } from 'zod'
import { concerning, expectVersion } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { administersItself } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { newSecret, sealSecret } from './secret.ts'
import { NewWebhook, lockWebhook, readWebhook, webhookFromRow, webhookKind, webhookRef } from './webhook.ts'

export const rotateSecret = operation({
  id: 'webhooks.rotateSecret',
  summary: 'Rotate the secret of a webhook. The response shows it only once. Both secrets sign for 24 hours.',
  http: 'POST /api/webhooks/:webhook/rotate-secret',
  access: administersItself,
  input: z.object({ webhook: webhookRef }),
  output: NewWebhook,
}).run(async (ctx, { webhook }) => {
  const before = await lockWebhook(ctx.db, ctx.organization.id, webhook)
  expectVersion(ctx, before.version)
  const secret = newSecret()
  await ctx.db.run(
    sql`update webhooks set secret = ${sealSecret(ctx.app.secrets, before.id, secret)}, old_secret = secret, old_secret_until = now() + interval '24 hours',
            version = version + 1, updated_at = now() where id = ${before.id}`,
  )
  const after = await readWebhook(ctx.db, ctx.organization.id, webhook)
  ctx.record({ type: 'webhook.rotated', ...concerning(webhookKind, after), version: after.version })
  return { ...webhookFromRow(after, ctx.caller), secret }
})
