import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import type { Queries } from '../../database/connect.ts'
import { reject } from '../../operations/errors.ts'
import { events } from '../../operations/events.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { type DeliveryStatus, type WebhookRow, deliveryStatuses } from './tables.ts'

/** An address outside that is told what happens. Its secret is shown when it is made, and never again. */
export const Webhook = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    url: z.string(),
    events: z.array(z.string()).describe('Types of events, all of a kind (task.*), or all there are (*).'),
    project: z
      .object({ id: z.uuid(), slug: z.string(), name: z.string() })
      .nullable()
      .describe('The only project whose events are told; null: what every member of the organization sees.'),
    active: z.boolean(),
    disabledReason: z.string().nullable().describe('Why Baton itself switched it off, if it did.'),
    failingSince: z.iso.datetime().nullable().describe('Since when nothing has arrived there.'),
    oldSecretUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until when the secret before the last one signs too.'),
    lastDelivery: z
      .object({ status: z.enum(deliveryStatuses), at: z.iso.datetime() })
      .nullable()
      .describe('The newest delivery.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z.object({ edit: z.boolean() }).describe('What the caller may do with it.'),
  })
  .meta({ id: 'Webhook' })

/** With what is shown once. */
export const NewWebhook = Webhook.extend({
  secret: z.string().describe('What deliveries are signed with. Keep it now: it is not shown again.'),
}).meta({ id: 'NewWebhook' })

export interface ShownWebhook extends WebhookRow {
  project: { id: string; slug: string; name: string } | null
  last_delivery: { status: DeliveryStatus; at: string } | null
}

const selectWebhooks = `select w.*,
    case when w.old_secret_until > now() then w.old_secret_until end as old_secret_until,
    (select json_build_object('id', p.id, 'slug', p.slug, 'name', p.name) from projects p
      where p.id = w.project_id) as project,
    (select json_build_object('status', d.status, 'at', to_char(d.created_at at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       from webhook_deliveries d where d.webhook_id = w.id order by d.id desc limit 1) as last_delivery
  from webhooks w`

/** At most so many for each organization: every event is told to each of them. */
export const maxWebhooks = 20

export async function webhooksOf(db: Queries, organizationId: string): Promise<ShownWebhook[]> {
  return db.run(`${selectWebhooks} where w.organization_id = $1 order by w.id`, [organizationId])
}

/** The webhook as it is shown. */
export async function readWebhook(db: Queries, organizationId: string, ref: string): Promise<ShownWebhook> {
  const [row] = anyUuid.test(ref)
    ? await db.run<ShownWebhook>(`${selectWebhooks} where w.organization_id = $1 and w.id = $2`, [
        organizationId,
        ref,
      ])
    : []
  return row ?? reject('not_found', { kind: 'webhook', ref })
}

/** The same for who is about to change it: nobody else does meanwhile. */
export async function lockWebhook(db: Queries, organizationId: string, ref: string): Promise<WebhookRow> {
  const [row] = anyUuid.test(ref)
    ? await db.run<WebhookRow>(
        'select * from webhooks where organization_id = $1 and id = $2 for no key update',
        [organizationId, ref],
      )
    : []
  return row ?? reject('not_found', { kind: 'webhook', ref })
}

export function webhookFromRow(row: ShownWebhook, caller: Caller): z.output<typeof Webhook> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    url: row.url,
    events: row.events,
    project: row.project,
    active: row.active,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    oldSecretUntil: row.old_secret_until,
    lastDelivery: row.last_delivery,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, { edit: true }),
  }
}

export const webhookKind: Kind<WebhookRow> = { name: 'webhook', table: 'webhooks', key: 'name' }

/** How a webhook is named in any input. */
export const webhookRef = reference('webhook', 'The webhook: its id.')

const types = Object.keys(events)
const kinds = new Set(types.map((type) => `${type.split('.')[0]}.*`))
/** All there are, all of a kind, or a type that is recorded. */
const choices = ['*', ...kinds, ...types]

export const webhookFields = {
  name: z.string().trim().min(1).max(120).describe('What people call it.'),
  description: z.string().trim().max(1000).describe('What it is for.'),
  url: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('Where events are sent: an https address on the public internet.'),
  events: z
    .array(
      z.enum(choices, {
        error: 'There is no such type of event. docs/events.md lists them; task.* means all of a kind.',
      }),
    )
    .min(1, 'Choose at least one type of event, or * for all.')
    .max(200)
    .transform((chosen) => (chosen.includes('*') ? ['*'] : [...new Set(chosen)].toSorted()))
    .describe('What it is told of: types of events (task.completed), all of a kind (task.*), or all (*).'),
}
