import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { Event } from '../../operations/event.ts'
import type { z } from 'zod'

export type WebhookRow = Rows['webhooks']

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'given_up'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export type DeliveryRow = Narrow<Rows['webhook_deliveries'], { event: z.output<typeof Event> }>

export type AttemptRow = Narrow<Rows['webhook_attempts'], { request_headers: Record<string, string> }>
