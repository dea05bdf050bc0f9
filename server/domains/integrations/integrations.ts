import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { asPerson } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import {
  Integration,
  integrationsOf,
  type IntegrationRow,
  baseUrl,
  integrationColumns,
  integrationFromRow,
  normalizeBaseUrl,
  providerRef,
  providers,
} from './integration.ts'
import { differences, expectVersion } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { rejectField, reject } from '../../errors/errors.ts'
import { newId } from '../../platform/ids.ts'
import { lockUser } from '../auth/accounts/profile.ts'
import { callingPerson, recordOwn } from '../../operations/record-own.ts'
import { revokeGrant } from '../code-hosts/revoke-grant.ts'
import { accountChanged } from '../code-hosts/store-account.ts'
import { verifyToken } from '../code-hosts/verify-token.ts'
import { forgetViewer } from '../code-hosts/viewer-queue.ts'

export const listOwnIntegrations = operation({
  id: 'integrations.listOwn',
  summary: 'List the services that you connected with your own secret.',
  http: 'GET /api/settings/integrations/user',
  access: asPerson,
  input: z.object({}),
  output: pageOf(Integration),
}).run(async (ctx) => ({ items: await integrationsOf(ctx.db, ctx.user.id), nextCursor: null }))

export const connectOwnIntegration = operation({
  id: 'integrations.connectOwn',
  summary: 'Connect a service with your own secret, or change its settings.',
  http: 'PUT /api/settings/integrations/user/:provider',
  access: asPerson,
  input: z.object({
    provider: providerRef,
    secret: z
      .string()
      .trim()
      .min(1)
      .max(4000)
      .optional()
      .describe(
        'Your token or API key for the service. Stored encrypted, never shown. Omit it to keep the current one.',
      ),
    baseUrl: baseUrl.nullable().optional(),
    label: z.string().trim().min(1).max(120).nullable().optional().describe('Your label for it.'),
  }),
  output: Integration,
  // Runs outside a transaction, because it waits for the code host.
  async prepare({ app, user }, { provider, secret, baseUrl: link }) {
    const normalized = link && normalizeBaseUrl(app, link)
    const verified = provider === 'github' ? await verifyToken(app, user.id, secret, normalized) : undefined
    return { normalized, verified }
  },
}).run(async (ctx, { provider, secret, baseUrl: _, ...rest }) => {
  const { normalized, verified } = ctx
  const newSettings = normalized === undefined ? rest : { ...rest, baseUrl: normalized }
  // Serializes concurrent requests of the same user, so that the read below is current.
  await lockUser(ctx.db, ctx.user.id)
  const [before] = await ctx.db.run<IntegrationRow>(
    sql`select ${integrationColumns} from user_integrations where user_id = ${ctx.user.id} and provider = ${provider}`,
  )
  if (!before && secret === undefined) rejectField('secret', 'A secret is required to connect the service.')
  expectVersion(ctx, before?.version ?? 0)

  const settings = { label: null, baseUrl: null, ...before?.settings }
  const changes = differences(settings, newSettings)
  if (secret === undefined && Object.keys(changes).length === 0) return integrationFromRow(before!)
  const stored = { ...settings, ...newSettings, ...(secret && { hint: hintOf(secret) }), ...verified }
  const newSecret = secret ? ctx.app.secrets.encrypt(`integration ${provider} ${ctx.user.id}`, secret) : null
  const [after] = await ctx.db.run<IntegrationRow>(
    sql`insert into user_integrations (id, user_id, provider, settings, secret)
     values (${newId()}, ${ctx.user.id}, ${provider}, ${JSON.stringify(stored)}, coalesce(${newSecret}::bytea,
       (select secret from user_integrations where user_id = ${ctx.user.id} and provider = ${provider})))
     on conflict (user_id, provider) do update
       set settings = excluded.settings, secret = excluded.secret,
           version = user_integrations.version + 1, updated_at = now()
     returning ${integrationColumns}`,
  )
  if (verified) await accountChanged(ctx, ctx.user.id)
  recordOwn(
    ctx,
    callingPerson(ctx),
    before ? 'integration.updated' : 'integration.connected',
    { kind: 'integration', id: after!.id, key: provider },
    secret ? { secret: before ? 'replaced' : 'stored' } : undefined,
    { version: after!.version, changes },
  )
  return integrationFromRow(after!)
})

/** Returns the last four characters, or null for a short secret, of which they would reveal too much. */
function hintOf(secret: string): string | null {
  return secret.length >= 20 ? secret.slice(-4) : null
}

export const disconnectOwnIntegration = operation({
  id: 'integrations.disconnectOwn',
  summary: 'Disconnect a service and delete its secret. Revokes an authorization at a code host.',
  http: 'DELETE /api/settings/integrations/user/:provider',
  access: asPerson,
  destructive: true,
  outside: true,
  input: z.object({ provider: providerRef }),
  output: z.object({
    provider: z.enum(providers),
    disconnected: z.literal(true),
    hint: z.string().nullable().describe('Step that remains to do at the service, if any.'),
  }),
  // Runs outside a transaction, because it waits for the code host.
  async prepare({ app, user }, { provider }) {
    return { hint: provider === 'github' ? await revokeGrant(app, user.id) : null }
  },
}).run(async (ctx, { provider }) => {
  const [deleted] = await ctx.db.run<{ id: string }>(
    sql`delete from user_integrations where user_id = ${ctx.user.id} and provider = ${provider} returning id`,
  )
  if (!deleted) reject('not_found', { kind: 'integration', ref: provider })
  if (provider === 'github') await forgetViewer(ctx.db, ctx.user.id)
  const subject = { kind: 'integration', id: deleted.id, key: provider }
  recordOwn(ctx, callingPerson(ctx), 'integration.disconnected', subject)
  return { provider, disconnected: true as const, hint: ctx.hint }
})
