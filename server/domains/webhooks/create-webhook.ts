import { z } from 'zod'
import { insertRow } from '../../database/rows.ts'
import { sql } from '../../database/sql.ts'
import { administersItself } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { lockOrganization } from '../organizations/lock.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { requireAddress } from './address.ts'
import { newSecret, sealSecret } from './secret.ts'
import type { WebhookRow } from './tables.ts'
import {
  NewWebhook,
  maxWebhooks,
  readWebhook,
  webhookFields,
  webhookFromRow,
  webhookKind,
  webhooksOf,
} from './webhook.ts'

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
