import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { Event } from '../../operations/event.ts'
import { z } from 'zod'
import type { Kind } from '../../operations/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { events } from '../../database/events.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import { authorship, authorshipOf } from '../../operations/actor.ts'

export type WebhookRow = Rows['webhooks']

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'given_up'] as const
type DeliveryStatus = (typeof deliveryStatuses)[number]

export type DeliveryRow = Narrow<Rows['webhook_deliveries'], { event: z.output<typeof Event> }>

export type AttemptRow = Narrow<Rows['webhook_attempts'], { request_headers: Record<string, string> }>

/** An external URL that receives events. Its secret is shown only when it is created or rotated. */
export const Webhook = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    url: z.string(),
    events: z.array(z.string()).describe('Event types (task.completed), all of a kind (task.*), or all (*).'),
    project: z
      .object({ id: z.uuid(), slug: z.string(), name: z.string() })
      .nullable()
      .describe('Only project whose events are sent. Null: events that every member can see.'),
    active: z.boolean(),
    disabledReason: z
      .string()
      .nullable()
      .describe('Reason why Baton disabled the webhook. Null if it did not.'),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('Time of the first failure since the last successful delivery.'),
    oldSecretUntil: z.iso.datetime().nullable().describe('Time until which the previous secret also signs.'),
    lastDelivery: z
      .object({ status: z.enum(deliveryStatuses), at: z.iso.datetime() })
      .nullable()
      .describe('Status and time of the newest delivery.'),
    ...authorship,
    may: z.object({ edit: z.boolean() }).describe('Rights of the caller.'),
  })
  .meta({ id: 'Webhook' })

/** A webhook with its secret, which is shown only once. */
export const NewWebhook = Webhook.extend({
  secret: z.string().describe('Secret that signs deliveries. Store it now: it is not shown again.'),
}).meta({ id: 'NewWebhook' })

export interface ShownWebhook extends WebhookRow {
  project: { id: string; slug: string; name: string } | null
  last_delivery: { status: DeliveryStatus; at: string } | null
}

const selectWebhooks = sql`select w.*,
    case when w.old_secret_until > now() then w.old_secret_until end as old_secret_until,
    (select json_build_object('id', p.id, 'slug', p.slug, 'name', p.name) from projects p
      where p.id = w.project_id) as project,
    (select json_build_object('status', d.status, 'at', to_char(d.created_at at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       from webhook_deliveries d where d.webhook_id = w.id order by d.id desc limit 1) as last_delivery
  from webhooks w`

/** Maximum per organization, because every event is sent to each webhook. */
export const maxWebhooks = 20

export async function webhooksOf(db: Queries, organizationId: string): Promise<ShownWebhook[]> {
  return db.run(sql`${selectWebhooks} where w.organization_id = ${organizationId} order by w.id`)
}

/** Returns the webhook with its project and last delivery. */
export async function readWebhook(db: Queries, organizationId: string, ref: string): Promise<ShownWebhook> {
  const [row] = anyUuid.test(ref)
    ? await db.run<ShownWebhook>(
        sql`${selectWebhooks} where w.organization_id = ${organizationId} and w.id = ${ref}`,
      )
    : []
  return row ?? reject('not_found', { kind: 'webhook', ref })
}

/** Locks the webhook for a change. */
export async function lockWebhook(db: Queries, organizationId: string, ref: string): Promise<WebhookRow> {
  const [row] = anyUuid.test(ref)
    ? await db.run<WebhookRow>(
        sql`select * from webhooks where organization_id = ${organizationId} and id = ${ref} for no key update`,
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
    ...authorshipOf(row),
    may: may(caller, { edit: true }),
  }
}

export const webhookKind: Kind<WebhookRow> = { name: 'webhook', table: 'webhooks', key: 'name' }

export const webhookRef = reference('webhook', 'Id of the webhook.')

const types = Object.keys(events)
const kinds = new Set(types.map((type) => `${type.split('.')[0]}.*`))
const choices = ['*', ...kinds, ...types]

export const webhookFields = {
  name: z.string().trim().min(1).max(120).describe('Display name.'),
  description: z.string().trim().max(1000).describe('Purpose of the webhook.'),
  url: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('https URL on the public internet that events are sent to.'),
  events: z
    .array(
      z.enum(choices, {
        error: 'Unknown event type. See docs/events.md, or use task.* for all events of a kind.',
      }),
    )
    .min(1, 'Select at least one event type, or * for all.')
    .max(200)
    .transform((selected) => (selected.includes('*') ? ['*'] : [...new Set(selected)].toSorted()))
    .describe('Event types to send (task.completed), all of a kind (task.*), or all (*).'),
}
