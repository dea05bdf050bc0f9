import type { VersionedRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'
import type { Event } from '../activity/event.ts'
import type { z } from 'zod'

export interface WebhookRow extends VersionedRow {
  name: string
  description: string
  url: string
  events: string[]
  project_id: string | null
  active: boolean
  disabled_reason: string | null
  failing_since: string | null
  secret: Buffer
  old_secret: Buffer | null
  old_secret_until: string | null
  created_by: Actor
}

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'given_up'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export interface DeliveryRow {
  id: string
  organization_id: string
  webhook_id: string
  event_id: string
  event_type: string
  event: z.output<typeof Event> | null
  status: DeliveryStatus
  attempts: number
  due_at: string | null
  lease: string | null
  leased_until: string | null
  created_at: string
}

export interface AttemptRow {
  id: string
  delivery_id: string
  at: string
  milliseconds: number
  status_code: number | null
  error: string | null
  response: string | null
  request_headers: Record<string, string>
}
