import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { administers, organization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { concerning, expectVersion } from '../../operations/rows.ts'
import { administersSecrets } from '../../operations/secret-access.ts'
import { newId } from '../../platform/ids.ts'
import { lockOrganization } from '../membership/lock.ts'
import { isRsaKey } from './app-token.ts'
import {
  CodeHostConnection,
  connectionFromRow,
  connectionKind,
  connectionRef,
  connectionsOf,
  findConnection,
} from './connection.ts'
import { type ConnectionRow, connectionPurpose } from './connection-row.ts'
import { HostTest, type Tested, testHost, testNewHost } from './host-test.ts'
import { normalizeHostUrl } from './host-urls.ts'

const maxConnections = 10

export const listCodeHosts = operation({
  id: 'codeHosts.list',
  summary: 'List the connections of the organization to code hosts.',
  http: 'GET /api/code-hosts',
  shows: ['code_host'],
  access: organization('member'),
  input: z.object({}),
  output: pageOf(CodeHostConnection),
}).run(async (ctx) => {
  const rows = await connectionsOf(ctx.db, ctx.organization.id)
  return { items: rows.map((row) => connectionFromRow(row, ctx)), nextCursor: null }
})

const hostUrl = z.string().trim().min(1).max(500)
const number = z
  .string()
  .trim()
  .regex(/^\d{1,20}$/, 'Pass the number that the code host shows.')

export const connectCodeHost = operation({
  id: 'codeHosts.connect',
  summary:
    'Connect the organization to a code host, by token or app. The same URL again replaces the secret.',
  http: 'POST /api/code-hosts',
  access: administersSecrets,
  outside: true,
  created: true,
  input: z.object({
    url: hostUrl.describe('Web URL of the code host: https://github.com.'),
    apiUrl: hostUrl.optional().describe('URL of its REST API. Default: found automatically.'),
    token: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .regex(/^[\x21-\x7e]+$/, "A token can't contain spaces or line breaks.")
      .optional()
      .describe('Access token with the scope repo. Stored encrypted, never returned.'),
    app: z
      .object({
        appId: number.describe('Number of the app.'),
        installationId: number.describe('Number of its installation.'),
        privateKey: z
          .string()
          .trim()
          .max(10_000)
          .refine(isRsaKey, 'Paste the whole private key of the app, as a PEM file contains it.')
          .describe('Private key in PEM format. Stored encrypted, never returned.'),
      })
      .optional()
      .describe('Installation of a GitHub App, instead of a token.'),
  }),
  output: CodeHostConnection,
  // Runs outside a transaction, because it waits for the code host.
  async prepare({ app }, { url, apiUrl, token, app: installation }) {
    const tested = testedFrom(token, installation)
    const given = {
      webUrl: normalizeHostUrl(app, 'url', url),
      apiUrl: apiUrl === undefined ? undefined : normalizeHostUrl(app, 'apiUrl', apiUrl),
    }
    const { urls, result } = await testNewHost(app, given, tested)
    if (!result.ok) rejectField(fieldOf(result, tested), result.failure!)
    return { urls, result, tested }
  },
}).run(async (ctx) => {
  const { urls, result, tested, app } = ctx
  await lockOrganization(ctx.db, ctx.organization.id)
  const known = await connectionsOf(ctx.db, ctx.organization.id)
  const before = known.find(({ url }) => url === urls.webUrl)
  expectVersion(ctx, before?.version ?? 0)
  const id = before?.id ?? newId()
  const secret = 'app' in tested ? tested.app.privateKey : tested.token
  const sealed = app.secrets.encrypt(connectionPurpose(id), secret)
  const installation = 'app' in tested ? tested.app : { appId: null, installationId: null }
  const kind = 'app' in tested ? 'app' : 'token'
  const hint = 'token' in tested && secret.length >= 20 ? secret.slice(-4) : null
  if (before) {
    const [after] = await ctx.db.run<ConnectionRow>(
      sql`update code_hosts set api_url = ${urls.apiUrl}, kind = ${kind}, secret = ${sealed}, hint = ${hint},
          app_id = ${installation.appId}, installation_id = ${installation.installationId}, login = ${result.login},
          scopes = ${result.scopes}, checked_at = ${databaseTime()}, failure = null, version = version + 1,
          updated_at = now()
        where id = ${id} returning *`,
    )
    // The repositories of the connection follow it to another URL of the same host's API.
    await ctx.db.run(
      sql`update repos set api_url = ${urls.apiUrl} where code_host_id = ${id} and api_url <> ${urls.apiUrl}`,
    )
    ctx.record({
      type: 'code_host.updated',
      ...concerning(connectionKind, after!),
      version: after!.version,
      data: { kind, secret: 'replaced' },
    })
    return connectionFromRow(after!, ctx)
  }
  if (known.length >= maxConnections) reject('too_many', { most: maxConnections, things: 'code hosts' })
  const [row] = await ctx.db.run<ConnectionRow>(
    sql`insert into code_hosts (id, organization_id, url, api_url, kind, secret, hint, app_id, installation_id,
        login, scopes, checked_at, created_by)
      values (${id}, ${ctx.organization.id}, ${urls.webUrl}, ${urls.apiUrl}, ${kind}, ${sealed}, ${hint},
        ${installation.appId}, ${installation.installationId}, ${result.login}, ${result.scopes}, ${databaseTime()},
        ${JSON.stringify(actorOf(ctx.caller))}) returning *`,
  )
  ctx.record({
    type: 'code_host.connected',
    ...concerning(connectionKind, row!),
    version: row!.version,
    data: { kind },
  })
  return connectionFromRow(row!, ctx)
})

type GivenApp = Extract<Tested, { app: object }>['app'] | undefined

function testedFrom(token: string | undefined, installation: GivenApp): Tested {
  if (token !== undefined && installation === undefined) return { token }
  if (installation !== undefined && token === undefined) return { app: installation }
  return rejectField('token', 'Pass either "token" or "app".')
}

/** Returns the field to correct. */
function fieldOf({ fix }: HostTest, tested: Tested): string {
  if (fix === 'check_url' || fix === 'retry_later') return 'url'
  return 'app' in tested ? 'app' : 'token'
}

export const testCodeHost = operation({
  id: 'codeHosts.test',
  summary: 'Test a connection of the organization to a code host.',
  http: 'POST /api/code-hosts/:codeHost/test',
  access: administers,
  outside: true,
  input: z.object({ codeHost: connectionRef }),
  output: HostTest,
  async prepare(ctx, { codeHost }) {
    const { app } = ctx
    const row = await findConnection(app.database, ctx, codeHost)
    const secret = app.secrets.decrypt(connectionPurpose(row.id), row.secret)
    const { app_id: appId, installation_id: installationId } = row
    const tested: Tested =
      row.kind === 'token'
        ? { token: secret }
        : { app: { appId: appId!, installationId: installationId!, privateKey: secret } }
    return { row, result: await testHost(app, row.api_url, tested) }
  },
}).run(async (ctx) => {
  const { row, result } = ctx
  const { ok, login, scopes, failure } = result
  // A failed test keeps the account that is shown.
  const [after] = await ctx.db.run<ConnectionRow>(
    sql`update code_hosts set checked_at = ${databaseTime()}, failure = ${failure},
        login = ${ok ? login : row.login}, scopes = ${ok ? scopes : row.scopes}
      where id = ${row.id} and version = ${row.version} returning *`,
  )
  if (after) ctx.record({ type: 'code_host.tested', ...concerning(connectionKind, after), data: { ok } })
  return result
})

export const disconnectCodeHost = operation({
  id: 'codeHosts.disconnect',
  summary:
    'Disconnect the organization from a code host and delete the secret. Its repositories stop syncing.',
  http: 'DELETE /api/code-hosts/:codeHost',
  access: administers,
  destructive: true,
  input: z.object({ codeHost: connectionRef }),
  output: z.object({ id: z.uuid(), url: z.string(), disconnected: z.literal(true) }),
}).run(async (ctx, { codeHost }) => {
  const row = await findConnection(ctx.db, ctx, codeHost)
  expectVersion(ctx, row.version)
  await ctx.db.run(sql`delete from code_hosts where id = ${row.id}`)
  ctx.record({ type: 'code_host.disconnected', ...concerning(connectionKind, row) })
  return { id: row.id, url: row.url, disconnected: true as const }
})
