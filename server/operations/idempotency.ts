import { createHash } from 'node:crypto'
import type { Queries } from '../database/connect.ts'
import type { Caller } from './caller.ts'
import type { App, RequestFacts } from './context.ts'
import { refuse } from './errors.ts'
import type { Operation } from './operation.ts'

/**
 * A request repeated with its idempotency key gets the first answer and does nothing. The key is taken in the same
 * transaction as the write: a parallel repeat waits for the first to end, and a refused request leaves no trace.
 */
export async function onlyOnce(
  app: App,
  operation: Operation,
  caller: Caller,
  input: unknown,
  request: RequestFacts,
  db: Queries,
  run: (db: Queries) => Promise<unknown>,
): Promise<{ output: unknown; replayed: boolean }> {
  const key = request.idempotencyKey
  if (key === undefined) return { output: await run(db), replayed: false }

  const requestHash = sha256(JSON.stringify([operation.id, input]))
  const scope = scopeOf(caller, requestHash)
  const keyHash = sha256(key)
  const taken = await db.run(
    `insert into idempotency_keys (scope, key_hash, request_hash) values ($1, $2, $3)
     on conflict (scope, key_hash) do update set request_hash = excluded.request_hash, answer = null, created_at = now()
       where idempotency_keys.created_at < now() - interval '24 hours'
     returning 1`,
    [scope, keyHash, requestHash],
  )
  // The answer may hold a secret that is shown once, so it is stored under a key derived from the caller's own.
  const purpose = `idempotency ${scope} ${key}`
  if (taken.length === 1) {
    const output = await run(db)
    const answer = app.secrets.encrypt(purpose, JSON.stringify(output))
    await db.run('update idempotency_keys set answer = $3 where scope = $1 and key_hash = $2', [
      scope,
      keyHash,
      answer,
    ])
    return { output, replayed: false }
  }

  const [first] = await db.run<{ request_hash: Buffer; answer: Buffer }>(
    'select request_hash, answer from idempotency_keys where scope = $1 and key_hash = $2',
    [scope, keyHash],
  )
  if (!first?.request_hash.equals(requestHash)) refuse('idempotency_key_reused')
  return { output: JSON.parse(app.secrets.decrypt(purpose, first.answer)), replayed: true }
}

// Strangers share no scope: without a credential, only the very same request is the same.
function scopeOf(caller: Caller, requestHash: Buffer): string {
  if (caller.kind === 'anonymous') return `anonymous:${requestHash.toString('base64url')}`
  return `${caller.user.id}:${caller.organization?.id ?? ''}`
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
