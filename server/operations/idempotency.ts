import { createHash } from 'node:crypto'
import type { Queries } from '../database/connect.ts'
import { sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'
import type { App, RequestFacts } from './context.ts'
import { reject } from '../errors/errors.ts'
import type { Operation } from './operation.ts'

/** A request with an idempotency key. Repeats of it get the stored response. */
export interface RepeatableRequest {
  scope: string
  keyHash: Buffer
  requestHash: Buffer
  /** The purpose of the encryption key. A response can hold a secret, so its key is derived from the caller's key. */
  purpose: string
}

export interface StoredResponse {
  output: unknown
  replayed: boolean
}

/** Returns undefined without a key, and for redirects and files, because only JSON responses are stored. */
export async function repeatable(
  operation: Operation,
  caller: Caller,
  input: Record<string, unknown>,
  { idempotencyKey: key }: RequestFacts,
): Promise<RepeatableRequest | undefined> {
  if (key === undefined || operation.answers !== 'json') return undefined
  const requestHash = sha256(JSON.stringify([operation.id, await hashFile(operation, input)]))
  const scope = scopeOf(caller, requestHash)
  return { scope, requestHash, keyHash: sha256(key), purpose: `idempotency ${scope} ${key}` }
}

/** Returns the stored response of a repeated request, or undefined for a new one. */
export async function storedResponse(
  app: App,
  db: Queries,
  { scope, keyHash, requestHash, purpose }: RepeatableRequest,
): Promise<StoredResponse | undefined> {
  const [first] = await db.run<{ request_hash: Buffer; answer: Buffer }>(
    sql`select request_hash, answer from idempotency_keys
      where scope = ${scope} and key_hash = ${keyHash} and created_at >= now() - interval '24 hours'`,
  )
  if (!first) return undefined
  if (!first.request_hash.equals(requestHash)) reject('idempotency_key_reused')
  return { output: JSON.parse(app.secrets.decrypt(purpose, first.answer)), replayed: true }
}

/**
 * Runs a request once per idempotency key, and replays the stored response to repeats. The key is inserted in the
 * transaction of the write: a parallel repeat waits for the first request, and a failed request leaves no key.
 */
export async function onlyOnce(
  app: App,
  db: Queries,
  request: RepeatableRequest | undefined,
  run: (db: Queries) => Promise<unknown>,
): Promise<StoredResponse> {
  if (!request) return { output: await run(db), replayed: false }

  const { scope, keyHash, requestHash, purpose } = request
  const inserted = await db.run(
    sql`insert into idempotency_keys (scope, key_hash, request_hash) values (${scope}, ${keyHash}, ${requestHash})
     on conflict (scope, key_hash) do update set request_hash = excluded.request_hash, answer = null, created_at = now()
       where idempotency_keys.created_at < now() - interval '24 hours'
     returning 1`,
  )
  if (inserted.length === 0) {
    const first = await storedResponse(app, db, request)
    return first ?? reject('idempotency_key_reused')
  }
  const output = await run(db)
  const response = app.secrets.encrypt(purpose, JSON.stringify(output))
  await db.run(
    sql`update idempotency_keys set answer = ${response} where scope = ${scope} and key_hash = ${keyHash}`,
  )
  return { output, replayed: false }
}

/** Replaces a file with its hash, because JSON can't hold a file and two files are two different requests. */
async function hashFile({ upload }: Operation, input: Record<string, unknown>) {
  const file = upload && input[upload]
  if (!(file instanceof Blob)) return input
  return { ...input, [upload!]: sha256(new Uint8Array(await file.arrayBuffer())).toString('base64url') }
}

/**
 * Returns the scope in which a key is unique. Anonymous callers share a scope only for identical requests. Each
 * credential of a user has its own scope, because their rights differ. For a login it includes the chosen organization.
 */
function scopeOf(caller: Caller, requestHash: Buffer): string {
  if (caller.kind === 'anonymous') return `anonymous:${requestHash.toString('base64url')}`
  const { credentialId, organization, signedInAt } = caller
  return signedInAt ? `${credentialId}:${organization?.id ?? ''}` : credentialId
}

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
