import { timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { anyUuid } from '../../platform/ids.ts'
import { bySystem, transactAs } from './as-system.ts'
import { hookHmac, newHookSecret, sealHookSecret, signatureOf } from './hook-secret.ts'
import { queueSync } from './sync-repository.ts'

/** The maximum size that GitHub sends. */
const maxDeliveryBytes = 25 * 1024 * 1024

export interface Delivery {
  repoId: string
  signature: unknown
  /** The id that the host repeats when it sends a delivery again. */
  id: unknown
  body: Readable
  /** Counts a valid delivery, and rejects it over the limit. */
  admit: () => void
}

/**
 * Receives a delivery of a code host. Its content is never used: a valid one only requests a sync. The body is hashed as
 * it arrives, and not stored. An unknown repository takes as long as a wrong signature and gets the same error.
 */
export async function receiveWebhook(
  app: App,
  { repoId, signature, id, body, admit }: Delivery,
): Promise<void> {
  const given = signatureOf(signature) ?? reject('invalid_signature')
  const [repo] = anyUuid.test(repoId)
    ? await app.database.run<{ hook_secret: Buffer }>(
        sql`select r.hook_secret from repos r join projects p on p.id = r.project_id and p.deleted_at is null
          where r.id = ${repoId} and r.deleted_at is null and r.hook_secret is not null`,
      )
    : []
  const sealed = repo?.hook_secret ?? sealHookSecret(app.secrets, repoId, newHookSecret())
  const hmac = hookHmac(app.secrets, repoId, sealed)
  let length = 0
  // A destroyed body could not get a response.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length
    if (length > maxDeliveryBytes) break
    hmac.update(chunk as Buffer)
  }
  if (length > maxDeliveryBytes) {
    // Reads and discards the rest, so that the sender gets the error.
    body.resume()
    reject('too_large', { limit: '25 MiB' })
  }
  const digest = hmac.digest()
  if (!timingSafeEqual(digest, given) || !repo) reject('invalid_signature')
  // Forged ones count for their network instead, so that they can't use up the limit of the repository.
  admit()
  // Without an id, the same body counts as the same delivery.
  const delivery = typeof id === 'string' && /^[\x21-\x7e]{1,200}$/.test(id) ? id : digest.toString('hex')
  await accept(app, repoId, delivery)
}

/** Stores the delivery and requests a sync in one transaction, so that a repeated delivery does nothing. */
function accept(app: App, repoId: string, delivery: string): Promise<void> {
  return transactAs(app, bySystem, async (ctx) => {
    const [first] = await ctx.db.run(
      sql`insert into received_webhooks (repo_id, delivery) values (${repoId}, ${delivery})
        on conflict do nothing returning 1`,
    )
    if (!first) return
    await ctx.db.run(sql`update repos set hook_received_at = now(), hook_failure = null where id = ${repoId}`)
    await queueSync(ctx, repoId)
  })
}
