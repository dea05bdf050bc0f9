// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'

export interface InstanceRows {
  announcements: {
    id: string
    title: string
    body: string
    audience: 'all' | 'organization' | 'team' | 'people'
    audience_name: string | null
    organization_id: string | null
    team_id: string | null
    user_ids: string[]
    in_app: boolean
    email: boolean
    status: 'scheduled' | 'sending' | 'sent' | 'cancelled'
    send_at: string
    sent_at: string | null
    last_user_id: string | null
    recipients: number
    created_by: Actor
    created_at: string
  }
  contact_messages: {
    id: string
    name: string
    email: string
    subject: string
    message: string
    status: 'open' | 'done'
    done_by: Actor | null
    done_at: string | null
    version: number
    created_at: string
    updated_at: string
  }
  notification_kinds: {
    kind: string
    enabled: boolean
    created_at: string
    updated_at: string
  }
  sponsors: {
    id: string
    name: string
    link: string
    tier: 'platinum' | 'gold' | 'silver' | 'bronze'
    starts_on: Date
    ends_on: Date | null
    logo_id: string | null
    logo_type: string | null
    logo: Buffer | null
    version: number
    created_at: string
    updated_at: string
  }
}
