// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Json } from '../tables.ts'

export interface AccountsRows {
  device_requests: {
    id: string
    device_hash: Buffer
    user_code_mac: Buffer
    client_id: string | null
    client: string
    network: string
    user_agent: string
    claimed_by: string | null
    status: 'pending' | 'approved' | 'denied'
    interval_seconds: number
    polled_at: string | null
    created_at: string
    expires_at: string
    second_factor_at: string | null
  }
  email_codes: {
    id: string
    request_hash: Buffer
    email: string
    user_id: string | null
    code_mac: Buffer | null
    tries: number
    created_at: string
    expires_at: string
    used_at: string | null
    code_sealed: Buffer | null
  }
  identities: {
    id: string
    user_id: string
    provider: string
    issuer: string
    subject: string
    email: string | null
    name: string | null
    created_at: string
    last_used_at: string | null
  }
  images: {
    id: string
    user_id: string | null
    type: string
    bytes: Buffer
    created_at: string
    team_id: string | null
    article_id: string | null
  }
  mail_tokens: {
    hash: Buffer
    purpose: 'magic_link' | 'reset_password' | 'verify_email' | 'change_email'
    user_id: string | null
    email: string
    created_at: string
    expires_at: string
  }
  passkey_challenges: {
    hash: Buffer
    user_id: string | null
    expires_at: string
  }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: Buffer
    counter: string
    transports: string[]
    synced: boolean
    name: string
    version: number
    created_at: string
    updated_at: string
    last_used_at: string | null
  }
  sign_in_tickets: {
    hash: Buffer
    browser_hash: Buffer
    user_id: string
    method: string
    expires_at: string
  }
  user_integrations: {
    id: string
    user_id: string
    provider: string
    settings: Json
    secret: Buffer
    version: number
    created_at: string
    updated_at: string
  }
}
