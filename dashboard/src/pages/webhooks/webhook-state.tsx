import { Badge } from '../../ui/badge.tsx'
import type { DeliveryStatus, Webhook } from './queries.ts'
import { texts } from './texts.ts'

/** The status badge of a webhook. */
export function WebhookState({ webhook: { active, disabledReason, failingSince } }: { webhook: Webhook }) {
  const { status } = texts
  if (!active)
    return disabledReason ? <Badge tone="danger">{status.disabled}</Badge> : <Badge>{status.paused}</Badge>
  return failingSince ? (
    <Badge tone="attention">{status.failing}</Badge>
  ) : (
    <Badge tone="accent">{status.active}</Badge>
  )
}

const tones = { pending: 'plain', delivered: 'accent', failed: 'attention', given_up: 'danger' } as const

export function DeliveryState({ status }: { status: DeliveryStatus }) {
  return <Badge tone={tones[status]}>{texts.deliveryStatus[status]}</Badge>
}
