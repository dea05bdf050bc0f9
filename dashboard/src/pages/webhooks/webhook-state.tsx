import { Badge } from '../../ui/badge.tsx'
import type { DeliveryStatus, Webhook } from './queries.ts'

/** Whether it is told at the moment, and whether that arrives. */
export function WebhookState({ webhook: { active, disabledReason, failingSince } }: { webhook: Webhook }) {
  if (!active) return disabledReason ? <Badge tone="danger">Switched off</Badge> : <Badge>Paused</Badge>
  return failingSince ? <Badge tone="attention">Failing</Badge> : <Badge tone="accent">Active</Badge>
}

export const statusNames: Record<DeliveryStatus, string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  given_up: 'Given up',
}

const tones = { pending: 'plain', delivered: 'accent', failed: 'attention', given_up: 'danger' } as const

export function DeliveryState({ status }: { status: DeliveryStatus }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>
}
