import type { AddressInfo } from 'node:net'
import { openBackupDoor } from './backups/backup-door.ts'
import { createScheduledBackups } from './backups/scheduled-backups.ts'
import { type Config, readConfig } from './config.ts'
import { startClockSync } from './database/clock.ts'
import type { Database } from './database/connect.ts'
import { openEpoch } from './database/instance.ts'
import { isFilled } from './database/is-filled.ts'
import { checkSchema, migrate } from './database/migrate.ts'
import { openConfigured } from './database/open-configured.ts'
import { seed } from './database/seed.ts'
import { prepareDrain } from './doors/http/drain.ts'
import { createHttpDoor } from './doors/http/http-door.ts'
import { countConnections } from './doors/http/metrics.ts'
import { serveLive } from './doors/live/live-door.ts'
import { type McpOptions, serveMcp } from './doors/mcp/mcp-door.ts'
import { serveMcpSignIn } from './doors/mcp/sign-in-door.ts'
import { createBuiltInBackend } from './domains/accounts/backend/built-in-backend.ts'
import { createGotrueBackend } from './domains/accounts/backend/gotrue-backend.ts'
import { setupLink } from './domains/accounts/setup-link.ts'
import { startFollowers } from './domains/followers.ts'
import { addGauges } from './domains/gauges.ts'
import { queuedJobs, scheduledJobs } from './domains/jobs.ts'
import type { SignInOptions } from './domains/mcp-sign-in/authorization-server.ts'
import { createProviders } from './domains/oauth/providers.ts'
import { createSearchIndex } from './domains/search/search-index.ts'
import { type WebhookOptions, createWebhookSender } from './domains/webhooks/sender.ts'
import type { App } from './operations/context.ts'
import { openBus } from './platform/bus.ts'
import { type JobsOptions, openJobs } from './platform/jobs.ts'
import { openLanguageModel } from './platform/language-model.ts'
import { type Log, createLog } from './platform/log.ts'
import { openEmailSender } from './platform/email.ts'
import type { PasswordCost } from './platform/passwords.ts'
import { type Metrics, createMetrics } from './platform/metrics.ts'
import { openEmbedder } from './platform/remote-embedder.ts'
import { createRateLimits } from './platform/rate-limits.ts'
import { secretKeyInFolder } from './platform/secret-key.ts'
import { secretsFrom } from './platform/secrets.ts'

export interface RunningServer {
  app: App
  url: string
  /** Creates the administrator's account, while there is none. */
  setupLink: string | null
  stop(): Promise<void>
}

export interface StartOptions {
  log?: Log
  /** Off where nothing is to happen by itself; with shorter pauses where a test waits for it. */
  jobs?: boolean | Omit<JobsOptions, 'work'>
  /** Off where the index is brought up to date only when it is asked to. */
  search?: boolean
  /** How webhooks are told, where that is not to happen by itself or as usual. */
  webhooks?: WebhookOptions
  /** How the documents of MCP clients are asked for, where that is not to happen as usual. */
  mcpSignIn?: SignInOptions
  /** Off where whoever else follows the journal does it only when it is asked to. */
  followers?: boolean
  checkOutput?: boolean
  /** What answers clients of MCP, where a test puts something else there. */
  mcp?: McpOptions
  /** Less than a password is worth, where a test makes an account for every story. No setting leads here. */
  passwordCost?: PasswordCost
  /** Milliseconds for which a stopping server still lets in what is on its way. */
  grace?: number
}

/** Starts the whole product in this process: database, doors, jobs. Whatever was started is stopped by `stop`. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const log = options.log ?? createLog(config.LOG_LEVEL)
    const database = await openDatabaseOf(config, undo)
    undo.push(await startClockSync(database))
    const filled = await isFilled(database)
    const secrets = secretsFrom(config.SECRET_KEY ?? secretKeyInFolder(config.DATA_DIR, filled))
    const metrics = createMetrics()
    reportFullStorage(database, metrics, log)
    const stopping = new AbortController()
    const bus = await openBus(database, log, { redisUrl: config.REDIS_URL })
    undo.push(() => bus.close())
    const rateLimits = createRateLimits(database, log, metrics)
    undo.push(() => rateLimits.close())
    const mail = openEmailSender(config, log)
    undo.push(() => mail.close())
    const embedder = openEmbedder(config, log)
    undo.push(() => embedder.close())
    const jobs = await openJobs({ database, secrets, log, metrics }, jobsOptions(options))
    undo.push(() => jobs.close())
    const epoch = await openEpoch(database)
    const searchIndex = createSearchIndex({ database, epoch, embedder, bus, log })
    undo.push(() => searchIndex.close())
    const webhooks = createWebhookSender(
      { config, database, epoch, bus, secrets, log, metrics },
      options.webhooks,
    )
    undo.push(() => webhooks.close())
    const backups = createScheduledBackups({ config, database, metrics, log })
    undo.push(() => backups.close())
    const app: App = {
      config,
      database,
      secrets,
      auth: config.AUTH_BACKEND_URL
        ? createGotrueBackend({ config, database, log })
        : createBuiltInBackend({ config, database, secrets, mail, passwordCost: options.passwordCost }),
      providers: createProviders(config),
      bus,
      embedder,
      searchIndex,
      webhooks,
      languageModel: openLanguageModel(config),
      rateLimits,
      jobs,
      mail,
      log,
      metrics,
      backups,
      epoch,
      stopping: stopping.signal,
      checkOutput: options.checkOutput ?? false,
    }
    addGauges(app)
    await jobs.start(scheduledJobs(app), queuedJobs(app))
    if (options.search ?? true) searchIndex.start()
    if (options.webhooks?.run ?? true) webhooks.start()
    undo.push(await startFollowers(app, options.followers ?? true))
    if (options.jobs ?? true) backups.start()
    // On PostgreSQL, `npm run backup` needs no server.
    if (database.engine === 'pglite') undo.push(await openBackupDoor(app))
    const http = await createHttpDoor(app)
    countConnections(app, http)
    const hub = serveLive(app, http)
    serveMcp(app, http, hub, options.mcp)
    await serveMcpSignIn(app, http, options.mcpSignIn)
    const requestTimeoutMs = config.REQUEST_TIMEOUT * 1000
    undo.push(prepareDrain(http, { graceMs: options.grace ?? 0, requestTimeoutMs }))
    const firstAccount = await setupLink(app)
    await http.listen({ host: config.HOST, port: config.PORT })
    // First of all, whoever waits is told to stop waiting.
    undo.push(() => stopping.abort())
    const { port } = http.server.address() as AddressInfo
    return {
      app,
      setupLink: firstAccount,
      url: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function reportFullStorage(database: Database, metrics: Metrics, log: Log): void {
  database.storage.onFull((isNew) => {
    metrics.storageFullErrors.inc()
    if (isNew) log.error("the database's disk is full: writes fail until there is space, reads work")
  })
}

function jobsOptions({ jobs = true }: StartOptions): JobsOptions {
  return typeof jobs === 'object' ? { ...jobs, work: true } : { work: jobs }
}

/** Opens the configured database with its schema up to date. The commands of npm use it as the server does. */
export async function openDatabaseOf(config: Config, undo: (() => unknown)[]): Promise<Database> {
  const database = openConfigured(config, undo)
  if (database.engine === 'pglite' || config.AUTO_MIGRATE) {
    await migrate(database)
    await seed(database)
  } else {
    await checkSchema(database)
  }
  return database
}

export { openConfigured, readConfig }
