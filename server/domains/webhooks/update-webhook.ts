import { z } from 'zod'
import { concerning, updateRow } from '../../database/rows.ts'
import { type InOrganization, administersItself } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { requireAddress } from './address.ts'
import { resumeDeliveries, stopWaiting } from './record-outcome.ts'
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
  summary: 'Change a webhook, pause it, or let it go on. What waits for it is sent when it goes on.',
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
      .describe('Tell only what is in this project, and all of it; null: what every member sees.'),
    active: z.boolean().optional().describe('False pauses it: what happens until it goes on is not told.'),
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
  const turned = fields.active !== undefined && fields.active !== before.active
  // It is given another chance, however long nothing has arrived.
  if (turned && fields.active) Object.assign(set, { disabled_reason: null, failing_since: null })
  await change(ctx, before, set, turned)
  return webhookFromRow(await readWebhook(ctx.db, ctx.organization.id, webhook), ctx.caller)
})

async function change(
  ctx: Context & InOrganization,
  before: WebhookRow,
  set: Partial<WebhookRow>,
  turned: boolean,
): Promise<void> {
  const { after, changes } = await updateRow(ctx, webhookKind.table, before, set)
  if (!changes) return
  const { url, projectId, active: _, disabledReason: __, failingSince: ___, ...told } = changes
  const about = { ...concerning(webhookKind, after), version: after.version }
  if (turned) {
    await (after.active ? resumeDeliveries : stopWaiting)(ctx.db, after.id)
    ctx.record({ type: after.active ? 'webhook.enabled' : 'webhook.disabled', ...about })
    if (after.active) ctx.afterCommit(() => ctx.app.webhooks.wake())
  }
  // Every member reads of it: not the address, which may hold a secret of the receiver's, nor a project they do not see.
  const data = { ...(url && { url: 'changed' }), ...(projectId && { project: 'changed' }) }
  if (Object.keys({ ...told, ...data }).length > 0)
    ctx.record({ type: 'webhook.updated', ...about, changes: told, data })
}
