import { createHash } from 'node:crypto'
import type { Queries } from '../database/connect.ts'
import type { Caller } from './caller.ts'
import type { App, RequestFacts } from './context.ts'
import { reject } from './errors.ts'
import type { Operation } from './operation.ts'

/** A request as its idempotency key knows it. */
export interface RepeatableRequest {
  scope: string
  keyHash: Buffer
  requestHash: Buffer
  /** The answer may hold a secret that is shown once, so it is stored under a key derived from the caller's own. */
  purpose: string
}

export interface StoredResponse {
  output: unknown
  replayed: boolean
}

/** Only what is answered as JSON can be told again: of redirects and files the key means nothing. */
export async function repeatable(
  operation: Operation,
  caller: Caller,
  input: Record<string, unknown>,
  { idempotencyKey: key }: RequestFacts,
): Promise<RepeatableRequest | undefined> {
  if (key === undefined || operation.answers !== 'json') return undefined
  const requestHash = sha256(JSON.stringify([operation.id, await withoutFile(operation, input)]))
  const scope = scopeOf(caller, requestHash)
  return { scope, requestHash, keyHash: sha256(key), purpose: `idempotency ${scope} ${key}` }
}

/** What a repeated request was answered the first time; undefined for one that is new. */
export async function storedResponse(
  app: App,
  db: Queries,
  { scope, keyHash, requestHash, purpose }: RepeatableRequest,
): Promise<StoredResponse | undefined> {
  const [first] = await db.run<{ request_hash: Buffer; answer: Buffer }>(
    `select request_hash, answer from idempotency_keys
      where scope = $1 and key_hash = $2 and created_at >= now() - interval '24 hours'`,
    [scope, keyHash],
  )
  if (!first) return undefined
  if (!first.request_hash.equals(requestHash)) reject('idempotency_key_reused')
  return { output: JSON.parse(app.secrets.decrypt(purpose, first.answer)), replayed: true }
}

/**
 * A request repeated with its idempotency key gets the first answer and does nothing. The key is taken in the same
 * transaction as the write: a parallel repeat waits for the first to end, and a refused request leaves no trace.
 */
export async function onlyOnce(
  app: App,
  db: Queries,
  request: RepeatableRequest | undefined,
  run: (db: Queries) => Promise<unknown>,
): Promise<StoredResponse> {
  if (!request) return { output: await run(db), replayed: false }

  const { scope, keyHash, requestHash, purpose } = request
  const taken = await db.run(
    `insert into idempotency_keys (scope, key_hash, request_hash) values ($1, $2, $3)
     on conflict (scope, key_hash) do update set request_hash = excluded.request_hash, answer = null, created_at = now()
       where idempotency_keys.created_at < now() - interval '24 hours'
     returning 1`,
    [scope, keyHash, requestHash],
  )
  if (taken.length === 0) {
    const first = await storedResponse(app, db, request)
    return first ?? reject('idempotency_key_reused')
  }
  const output = await run(db)
  const answer = app.secrets.encrypt(purpose, JSON.stringify(output))
  await db.run('update idempotency_keys set answer = $3 where scope = $1 and key_hash = $2', [
    scope,
    keyHash,
    answer,
  ])
  return { output, replayed: false }
}

/** JSON cannot hold a file, and what it holds must count: two pictures under one key are two requests. */
async function withoutFile({ upload }: Operation, input: Record<string, unknown>) {
  const file = upload && input[upload]
  if (!(file instanceof Blob)) return input
  return { ...input, [upload!]: sha256(new Uint8Array(await file.arrayBuffer())).toString('base64url') }
}

/**
 * Strangers share no scope: without a credential, only the very same request is the same. Nor do the credentials of one
 * person: what was shown to a login may be more than a key may see. A key has its organization, a login chooses one.
 */
function scopeOf(caller: Caller, requestHash: Buffer): string {
  if (caller.kind === 'anonymous') return `anonymous:${requestHash.toString('base64url')}`
  const { credentialId, organization, signedInAt } = caller
  return signedInAt ? `${credentialId}:${organization?.id ?? ''}` : credentialId
}

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
