import { z } from 'zod'
import { insertRow, concerning, updateRow, expectVersion } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { administersItself, type InOrganization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { lockOrganization } from '../membership/lock.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { requireAddress } from './address.ts'
import { newSecret, sealSecret } from './secret.ts'
import {
  type WebhookRow,
  NewWebhook,
  maxWebhooks,
  readWebhook,
  webhookFields,
  webhookFromRow,
  webhookKind,
  webhooksOf,
  Webhook,
  webhookRef,
  lockWebhook,
} from './webhook.ts'
import { pageOf } from '../../database/pages.ts'
import type { Context } from '../../operations/context.ts'
import { resumeDeliveries, pauseDeliveries } from './record-outcome.ts'

export const createWebhook = operation({
  id: 'webhooks.create',
  summary: 'Create a webhook: a URL that receives events. The response shows the secret only once.',
  http: 'POST /api/webhooks',
  access: administersItself,
  created: true,
  input: z.object({
    name: webhookFields.name,
    description: webhookFields.description.default(''),
    url: webhookFields.url,
    events: webhookFields.events,
    project: projectRef
      .optional()
      .describe(
        'Send only the events of this project, and all of them. Default: events that every member can see.',
      ),
    active: z.boolean().default(true).describe('Whether the webhook receives events. Default true.'),
  }),
  output: NewWebhook,
  // Runs before the transaction, because it queries external name servers.
  async prepare({ app }, { url }) {
    await requireAddress(app, url)
    return {}
  },
}).run(async (ctx, { project: ref, ...input }) => {
  const { id: organizationId } = await lockOrganization(ctx.db, ctx.organization.id)
  if ((await webhooksOf(ctx.db, organizationId)).length >= maxWebhooks)
    reject('too_many', { most: maxWebhooks, things: 'webhooks' })
  const project = ref === undefined ? null : await findProject(ctx.db, ctx, ref, false)
  const [id, secret] = [newId(), newSecret()]
  const { name, description, url, events, active } = input
  await insertRow<WebhookRow>(ctx, webhookKind, {
    insert: sql`insert into webhooks
        (id, organization_id, name, description, url, events, project_id, active, secret, created_by)
      values (${id}, ${organizationId}, ${name}, ${description}, ${url}, ${events}, ${project?.id ?? null}, ${active},
        ${sealSecret(ctx.app.secrets, id, secret)}, ${JSON.stringify(actorOf(ctx.caller))})`,
    // Every member can read this event. Leaves out the URL, which may contain a secret of the receiver.
    data: { name, events },
  })
  return { ...webhookFromRow(await readWebhook(ctx.db, organizationId, id), ctx.caller), secret }
})

export const getWebhook = operation({
  id: 'webhooks.get',
  summary: 'Get a webhook, without its secret.',
  http: 'GET /api/webhooks/:webhook',
  access: administersItself,
  input: z.object({ webhook: webhookRef }),
  output: Webhook,
}).run(async (ctx, { webhook }) =>
  webhookFromRow(await readWebhook(ctx.db, ctx.organization.id, webhook), ctx.caller),
)

export const listWebhooks = operation({
  id: 'webhooks.list',
  summary: 'List the webhooks of the organization, oldest first.',
  http: 'GET /api/webhooks',
  access: administersItself,
  input: z.object({}),
  output: pageOf(Webhook),
}).run(async (ctx) => {
  const rows = await webhooksOf(ctx.db, ctx.organization.id)
  return { items: rows.map((row) => webhookFromRow(row, ctx.caller)), nextCursor: null }
})

export const updateWebhook = operation({
  id: 'webhooks.update',
  summary: 'Change, pause or resume a webhook. Resuming sends the pending deliveries.',
  http: 'PATCH /api/webhooks/:webhook',
  access: administersItself,
  input: z.object({
    webhook: webhookRef,
    name: webhookFields.name.optional(),
    description: webhookFields.description.optional(),
    url: webhookFields.url.optional(),
    events: webhookFields.events.optional(),
    project: projectRef
      .nullable()
      .optional()
      .describe(
        'Send only the events of this project, and all of them. Null: events that every member can see.',
      ),
    active: z
      .boolean()
      .optional()
      .describe('False pauses the webhook. Events during the pause are not sent.'),
  }),
  output: Webhook,
  async prepare({ app }, { url }) {
    if (url !== undefined) await requireAddress(app, url)
    return {}
  },
}).run(async (ctx, { webhook, project, ...fields }) => {
  const before = await lockWebhook(ctx.db, ctx.organization.id, webhook)
  const set: Partial<WebhookRow> = { ...fields }
  if (project !== undefined) set.project_id = project && (await findProject(ctx.db, ctx, project, false)).id
  const isToggled = fields.active !== undefined && fields.active !== before.active
  // Resuming resets the failure state.
  if (isToggled && fields.active) Object.assign(set, { disabled_reason: null, failing_since: null })
  await change(ctx, before, set, isToggled)
  return webhookFromRow(await readWebhook(ctx.db, ctx.organization.id, webhook), ctx.caller)
})

async function change(
  ctx: Context & InOrganization,
  before: WebhookRow,
  set: Partial<WebhookRow>,
  isToggled: boolean,
): Promise<void> {
  const { after, changes } = await updateRow(ctx, webhookKind, before, set)
  if (!changes) return
  const { url, projectId, active: _, disabledReason: __, failingSince: ___, ...visible } = changes
  const event = { ...concerning(webhookKind, after), version: after.version }
  if (isToggled) {
    await (after.active ? resumeDeliveries : pauseDeliveries)(ctx.db, after.id)
    ctx.record({ type: after.active ? 'webhook.enabled' : 'webhook.disabled', ...event })
    if (after.active) ctx.afterCommit(() => ctx.app.webhooks.wake())
  }
  // Every member can read this event. Leaves out the URL, which may contain a secret, and the possibly hidden project.
  const data = { ...(url && { url: 'changed' }), ...(projectId && { project: 'changed' }) }
  if (Object.keys({ ...visible, ...data }).length > 0)
    ctx.record({ type: 'webhook.updated', ...event, changes: visible, data })
}

export const deleteWebhook = operation({
  id: 'webhooks.delete',
  summary: 'Delete a webhook and its delivery log permanently. Pending deliveries are not sent.',
  http: 'DELETE /api/webhooks/:webhook',
  access: administersItself,
  destructive: true,
  input: z.object({ webhook: webhookRef }),
  output: z.object({ id: z.uuid() }),
}).run(async (ctx, { webhook }) => {
  const row = await lockWebhook(ctx.db, ctx.organization.id, webhook)
  expectVersion(ctx, row.version)
  await ctx.db.run(sql`delete from webhooks where id = ${row.id}`)
  ctx.record({ type: 'webhook.deleted', ...concerning(webhookKind, row), version: row.version })
  return { id: row.id }
})

export const rotateSecret = operation({
  id: 'webhooks.rotateSecret',
  summary: 'Rotate the secret of a webhook. The response shows it only once. Both secrets sign for 24 hours.',
  http: 'POST /api/webhooks/:webhook/rotate-secret',
  access: administersItself,
  input: z.object({ webhook: webhookRef }),
  output: NewWebhook,
}).run(async (ctx, { webhook }) => {
  const before = await lockWebhook(ctx.db, ctx.organization.id, webhook)
  expectVersion(ctx, before.version)
  const secret = newSecret()
  await ctx.db.run(
    sql`update webhooks set secret = ${sealSecret(ctx.app.secrets, before.id, secret)}, old_secret = secret, old_secret_until = now() + interval '24 hours',
            version = version + 1, updated_at = now() where id = ${before.id}`,
  )
  const after = await readWebhook(ctx.db, ctx.organization.id, webhook)
  ctx.record({ type: 'webhook.rotated', ...concerning(webhookKind, after), version: after.version })
  return { ...webhookFromRow(after, ctx.caller), secret }
})
