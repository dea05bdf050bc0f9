import { z } from 'zod'
import { concerning, updateRow } from '../../database/rows.ts'
import { type InOrganization, administersItself } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { requireAddress } from './address.ts'
import { resumeDeliveries, pauseDeliveries } from './record-outcome.ts'
import type { WebhookRow } from './tables.ts'
import {
  Webhook,
  lockWebhook,
  readWebhook,
  webhookFields,
  webhookFromRow,
  webhookKind,
  webhookRef,
} from './webhook.ts'

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
