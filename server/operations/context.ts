import type { ScheduledBackups } from '../backups/scheduled-backups.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../database/connect.ts'
import type { Entry } from '../database/journal.ts'
import type { AuthBackend } from '../domains/accounts/backend/auth-backend.ts'
import type { Providers } from '../domains/oauth/providers.ts'
import type { SearchIndex } from '../domains/search/search-index.ts'
import type { WebhookSender } from '../domains/webhooks/sender.ts'
import type { Bus } from '../platform/bus.ts'
import type { Embedder } from '../platform/embedder.ts'
import type { LanguageModel } from '../platform/language-model.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { EmailSender } from '../platform/email.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Caller } from './caller.ts'

/** The running server, as operations and doors know it. */
export interface App {
  config: Config
  database: Database
  secrets: Secrets
  auth: AuthBackend
  providers: Providers
  bus: Bus
  embedder: Embedder
  searchIndex: SearchIndex
  webhooks: WebhookSender
  /** Answers questions in words, where the instance has one. */
  languageModel: LanguageModel | undefined
  rateLimits: RateLimits
  jobs: Jobs
  mail: EmailSender
  log: Log
  metrics: Metrics
  backups: ScheduledBackups
  /** Identifies the data this server works on; a restored backup has another. */
  epoch: string
  /** Aborts when the server is told to stop, so that whoever waits stops waiting. */
  stopping: AbortSignal
  /** Tests parse every output against its schema; production trusts the tests. */
  checkOutput: boolean
}

/** What an operation works with. The access rule adds what it found: the user, the project, … */
export interface Context {
  app: App
  caller: Caller
  request: RequestFacts
  /** In a write, the transaction; in a read, the pool. */
  db: Queries
  /** Adds a row to the journal, in the transaction of the write. */
  record(entry: Entry): void
  /** Says that a statement has written its own row to the journal of this organization. */
  recorded(organizationId: string): void
  /** Runs once the write is safe. */
  afterCommit(deed: () => void): void
}

export interface RequestFacts {
  id: string
  /** The client's address, folded to its network: see `clientNetwork`. */
  network: string
  userAgent: string
  /** Whether it was sent on this machine, to a loopback name. */
  readonly loopback?: boolean
  /** From If-Match: the version the caller believes to be changing. */
  ifMatch?: number
  idempotencyKey?: string
  readonly cookies: Cookies
  /** Aborts when the client has gone. Ask for it once. */
  readonly signal?: AbortSignal
  /** Aborts when the caller takes the request back: what is not committed by then does not happen. See `step`. */
  readonly cancelled?: AbortSignal
  /** Tells whoever waits how far it is. See `step`. */
  readonly progress?: Progress
}

export type Progress = (done: number, total: number, message: string) => void

/**
 * What the caller's browser keeps for us: sent with requests to the API alone, and out of reach of scripts. What is set
 * or cleared is so even when the operation then refuses.
 */
export interface Cookies {
  get(name: string): string | undefined
  set(name: string, value: string, seconds: number): void
  clear(name: string): void
}

/** For callers that are no browser. */
export const noCookies: Cookies = { get: () => undefined, set() {}, clear() {} }
