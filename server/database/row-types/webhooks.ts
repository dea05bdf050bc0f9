// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface WebhooksRows {
  webhook_attempts: {
    id: string
    organization_id: string
    delivery_id: string
    at: string
    milliseconds: number
    status_code: number | null
    error: string | null
    response: string | null
    request_headers: Json
  }
  webhook_deliveries: {
    id: string
    organization_id: string
    webhook_id: string
    event_id: string
    event_type: string
    event: Json | null
    status: 'pending' | 'delivered' | 'failed' | 'given_up'
    attempts: number
    due_at: string | null
    lease: string | null
    leased_until: string | null
    created_at: string
  }
  webhooks: {
    id: string
    organization_id: string
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
    version: number
    created_at: string
    updated_at: string
  }
}
