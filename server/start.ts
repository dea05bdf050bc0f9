import type { AddressInfo } from 'node:net'
import { openBackupDoor } from './backups/backup-door.ts'
import { createScheduledBackups } from './backups/scheduled-backups.ts'
import { type Config, readConfig } from './config.ts'
import { startClockSync } from './database/clock.ts'
import type { Database } from './database/connect.ts'
import { openEpoch } from './database/instance.ts'
import { isFilled } from './database/seed.ts'
import { checkSchema, migrate } from './database/migrate.ts'
import { type StartingDatabase, openConfigured } from './database/open-configured.ts'
import { seed } from './assembly/seed.ts'
import { prepareDrain } from './doors/http/drain.ts'
import { createHttpDoor } from './doors/http/http-door.ts'
import { countConnections } from './doors/http/metrics.ts'
import { serveLive } from './doors/live/live-door.ts'
import { Upgrades } from './doors/live/upgrades.ts'
import { mcpJobs } from './doors/mcp/jobs.ts'
import { type McpOptions, serveMcp } from './doors/mcp/mcp-door.ts'
import { createAnswerTools } from './doors/mcp/tools/answer-tools.ts'
import { serveMcpSignIn } from './doors/mcp/sign-in-door.ts'
import { tunnelJobs } from './doors/tunnels/jobs.ts'
import { serveTunnelMcp } from './doors/tunnels/mcp/tunnel-mcp-door.ts'
import { serveTunnels } from './doors/tunnels/tunnels-door.ts'
import { createBuiltInBackend } from './domains/auth/accounts/backend/built-in-backend.ts'
import { createGotrueBackend } from './domains/auth/accounts/backend/gotrue-backend.ts'
import { setupLink } from './domains/auth/accounts/registration.ts'
import { startFollowers } from './assembly/followers.ts'
import { addGauges } from './assembly/gauges.ts'
import { queuedJobs, scheduledJobs } from './assembly/jobs.ts'
import { syncKinds } from './assembly/sync-kinds.ts'
import { trashKinds } from './assembly/trash-kinds.ts'
import { undoableKinds } from './assembly/undoable-kinds.ts'
import type { SignInOptions } from './domains/auth/mcp-sign-in/authorization-server.ts'
import { settleAnswers } from './domains/ai/answers/running-answers.ts'
import { createCodeEvidence } from './domains/repos/code-evidence.ts'
import { createProviders } from './domains/auth/oauth/providers.ts'
import { codeChunks } from './domains/code/code-table.ts'
import { createSearchIndex } from './domains/search/search-index.ts'
import { type WebhookOptions, createWebhookSender } from './domains/webhooks/sender.ts'
import type { App } from './operations/context.ts'
import { openSettings } from './operations/settings-cache.ts'
import { openBus } from './database/bus.ts'
import { type JobsOptions, openJobs } from './database/jobs.ts'
import { createNodeHeartbeat } from './database/node-heartbeat.ts'
import { runOperatorCommand } from './domains/admin/operator-commands.ts'
import { openIssueHost } from './domains/issues/code-host.ts'
import { openConfiguredModel } from './platform/language-model/open-model.ts'
import { brandEmails } from './email/brand-emails.ts'
import { countEmails } from './email/count-emails.ts'
import { type Log, createLog } from './platform/log.ts'
import { openEmailSender } from './platform/email.ts'
import type { PasswordCost } from './platform/passwords.ts'
import { type Metrics, createMetrics } from './platform/metrics.ts'
import { openEmbedder } from './platform/remote-embedder.ts'
import { createRateLimits } from './database/rate-limits.ts'
import { secretKeyInFolder, secretsFrom } from './platform/secrets.ts'

export interface RunningServer {
  app: App
  url: string
  /** The link that creates the administrator's account. Null once an account exists. */
  setupLink: string | null
  stop(): Promise<void>
}

export interface StartOptions {
  log?: Log
  /** Whether jobs run. Tests turn them off or pass shorter intervals. */
  jobs?: boolean | Omit<JobsOptions, 'work'>
  /** Whether the search index is updated in the background. */
  search?: boolean
  /** Overrides for the delivery of webhooks, for tests. */
  webhooks?: WebhookOptions
  /** Overrides for fetching the metadata documents of MCP clients, for tests. */
  mcpSignIn?: SignInOptions
  /** Whether the other journal followers run in the background. */
  followers?: boolean
  checkOutput?: boolean
  /** Overrides for the MCP door, for tests. */
  mcp?: McpOptions
  /** A lower cost for tests, which create many accounts. No configuration sets it. */
  passwordCost?: PasswordCost
  /** Milliseconds for which a stopping server still accepts requests. */
  grace?: number
  /** The database, if the caller has opened it. The server closes it. */
  starting?: StartingDatabase
}

/** Starts the whole product in this process: database, doors and jobs. `stop` stops all of it. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const undo = options.starting?.undo ?? []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const log = options.log ?? createLog(config.LOG_LEVEL)
    await options.starting?.started
    const database = options.starting?.database ?? openConfigured(config, undo)
    await prepareDatabase(config, database)
    undo.push(await startClockSync(database))
    const hasData = await isFilled(database)
    const secrets = secretsFrom(config.SECRET_KEY ?? secretKeyInFolder(config.DATA_DIR, hasData))
    const metrics = createMetrics()
    reportFullStorage(database, metrics, log)
    const stopping = new AbortController()
    const bus = await openBus(database, log, { redisUrl: config.REDIS_URL })
    undo.push(() => bus.close())
    const settings = await openSettings({ config, database, bus, log })
    undo.push(() => settings.close())
    const rateLimits = createRateLimits(database, log, metrics)
    undo.push(() => rateLimits.close())
    const mail = brandEmails(countEmails(openEmailSender(config, log), metrics), settings)
    undo.push(() => mail.close())
    const embedder = openEmbedder(config, log)
    undo.push(() => embedder.close())
    const jobs = await openJobs({ database, secrets, log, metrics }, jobsOptions(options))
    undo.push(() => jobs.close())
    const epoch = await openEpoch(database)
    const searchIndex = createSearchIndex({ database, epoch, embedder, bus, log }, [codeChunks])
    undo.push(() => searchIndex.close())
    const webhooks = createWebhookSender(
      { config, database, epoch, bus, secrets, log, metrics },
      options.webhooks,
    )
    undo.push(() => webhooks.close())
    const backups = createScheduledBackups({ config, database, metrics, log })
    undo.push(() => backups.close())
    const heartbeat = createNodeHeartbeat({ config, database, metrics, log })
    undo.push(() => heartbeat.close())
    const app: App = {
      config,
      settings,
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
      languageModel: openConfiguredModel(config),
      answerTools: createAnswerTools(() => app),
      codeHost: openIssueHost(config),
      codeEvidence: createCodeEvidence(() => app),
      rateLimits,
      jobs,
      mail,
      log,
      metrics,
      backups,
      heartbeat,
      trashKinds,
      undoableKinds,
      syncKinds,
      epoch,
      stopping: stopping.signal,
      checkOutput: options.checkOutput ?? false,
    }
    // Runs before the parts above close: answers in progress end and are stored.
    undo.push(() => settleAnswers(app))
    addGauges(app)
    await jobs.start([...scheduledJobs(app), ...mcpJobs(app), ...tunnelJobs(app)], queuedJobs(app))
    if (options.search ?? true) searchIndex.start()
    if (options.webhooks?.run ?? true) webhooks.start()
    undo.push(await startFollowers(app, options.followers ?? true))
    if (options.jobs ?? true) backups.start()
    // On PostgreSQL, `npm run backup` and `npm run admin` need no server.
    if (database.engine === 'pglite')
      undo.push(await openBackupDoor(app, (words) => runOperatorCommand(app, words)))
    const http = await createHttpDoor(app)
    countConnections(app, http)
    const upgrades = new Upgrades(http)
    const hub = serveLive(app, http, upgrades)
    const machines = serveTunnels(app, http, upgrades)
    serveMcp(app, http, hub, options.mcp)
    serveTunnelMcp(app, http, machines)
    await serveMcpSignIn(app, http, options.mcpSignIn)
    const requestTimeoutMs = config.REQUEST_TIMEOUT * 1000
    undo.push(prepareDrain(http, { graceMs: options.grace ?? 0, requestTimeoutMs }))
    const firstAccountLink = await setupLink(app)
    await http.listen({ host: config.HOST, port: config.PORT })
    heartbeat.start()
    // Runs first on stop: long-polling requests and streams end.
    undo.push(() => stopping.abort())
    const { port } = http.server.address() as AddressInfo
    return {
      app,
      setupLink: firstAccountLink,
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
    if (isNew) log.error("the database's disk is full: writes fail until there is space, but reads work")
  })
}

function jobsOptions({ jobs = true }: StartOptions): JobsOptions {
  return typeof jobs === 'object' ? { ...jobs, work: true } : { work: jobs }
}

/** Opens the configured database and migrates or checks its schema. The npm scripts use it too. */
export async function openDatabaseOf(config: Config, undo: (() => unknown)[]): Promise<Database> {
  const database = openConfigured(config, undo)
  await prepareDatabase(config, database)
  return database
}

async function prepareDatabase(config: Config, database: Database): Promise<void> {
  if (database.engine === 'pglite' || config.AUTO_MIGRATE) {
    await migrate(database)
    await seed(database)
  } else {
    await checkSchema(database)
  }
}

export { openConfigured, readConfig }
