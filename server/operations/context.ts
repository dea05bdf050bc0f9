import type { ScheduledBackups } from '../backups/scheduled-backups.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../database/connect.ts'
import type { Entry } from '../database/journal.ts'
import type { AuthBackend } from './auth-backend.ts'
import type { Providers } from './sign-in-provider.ts'
import type { AnswerTools, CodeEvidence, SearchIndex, WebhookSender } from './services.ts'
import type { Bus } from '../database/bus.ts'
import type { Embedder } from '../platform/embedder.ts'
import type { LanguageModel } from '../platform/language-model/model.ts'
import type { Jobs } from '../database/jobs.ts'
import type { NodeHeartbeat } from '../database/node-heartbeat.ts'
import type { Log } from '../platform/log.ts'
import type { CodeHost } from '../platform/code-host.ts'
import type { EmailSender } from '../platform/email.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { RateLimits } from '../database/rate-limits.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Caller } from './caller.ts'
import type { SettingsCache } from './settings-cache.ts'
import type { SyncKinds } from './sync-kind.ts'
import type { TrashKinds } from './trash-kind.ts'
import type { UndoableKinds } from './undoable.ts'

/** The running server, as operations and doors see it. */
export interface App {
  config: Config
  /** The settings that administrators change, cached on this node. */
  settings: SettingsCache
  database: Database
  secrets: Secrets
  auth: AuthBackend
  providers: Providers
  bus: Bus
  embedder: Embedder
  searchIndex: SearchIndex
  webhooks: WebhookSender
  /** The model that answers questions, if one is configured. */
  languageModel: LanguageModel | undefined
  /** The tools that answers can use. */
  answerTools: AnswerTools
  /** The code host for issues, if one is configured. */
  codeHost: CodeHost | undefined
  /** Looks up evidence in connected repositories. */
  codeEvidence: CodeEvidence
  rateLimits: RateLimits
  jobs: Jobs
  mail: EmailSender
  log: Log
  metrics: Metrics
  backups: ScheduledBackups
  /** Reports the load and the counters of this node to the database. */
  heartbeat: NodeHeartbeat
  /** The kinds that the domains declare as restorable, those whose changes can be undone, and those that devices copy. */
  trashKinds: TrashKinds
  undoableKinds: UndoableKinds
  syncKinds: SyncKinds
  /** Identifies the data of this server. It changes when a backup is restored. */
  epoch: string
  /** Aborts when the server shuts down, to end long polls and other waits. */
  stopping: AbortSignal
  /** Whether to parse every output against its schema. Only tests do. */
  checkOutput: boolean
}

/** The context of an operation. The access rule adds its findings: the user, the project, … */
export interface Context {
  app: App
  caller: Caller
  request: RequestFacts
  /** The transaction of a write, or the pool for a read. */
  db: Queries
  /** Adds a row to the journal, in the transaction of the write. */
  record(entry: Entry): void
  /** Reports that a statement has written its own row to the journal of this organization. */
  recorded(organizationId: string): void
  /** Runs the callback after the transaction has committed. */
  afterCommit(callback: () => void): void
  /**
   * Sends reads in one packet with the journal and the commit, after `run` has returned its output. The callback adds
   * their results to the output. A failed read rolls the transaction back.
   */
  readLast(read: (db: Queries) => Promise<void>): void
}

export interface RequestFacts {
  id: string
  /** The network of the client's IP address. See `clientNetwork`. */
  network: string
  userAgent: string
  /** Whether the request came from this machine, to a loopback name. */
  readonly loopback?: boolean
  /** The version from If-Match that the caller expects to change. */
  ifMatch?: number
  idempotencyKey?: string
  /** The id of the item to create, which a device chose while it was offline. See `idOfNew`. */
  createId?: string
  readonly cookies: Cookies
  /** Aborts when the client disconnects. Read this property only once. */
  readonly signal?: AbortSignal
  /** Aborts when the caller cancels the request. Uncommitted work is rolled back. See `step`. */
  readonly cancelled?: AbortSignal
  /** Reports progress to the caller. See `step`. */
  readonly progress?: Progress
}

export type Progress = (done: number, total: number, message: string) => void

/**
 * Cookies of the caller's browser: sent only to the API, and not readable by scripts. Changes apply even if the
 * operation fails afterwards.
 */
export interface Cookies {
  get(name: string): string | undefined
  set(name: string, value: string, seconds: number): void
  clear(name: string): void
}

/** Ignores cookies, for callers other than browsers. */
export const noCookies: Cookies = { get: () => undefined, set() {}, clear() {} }
