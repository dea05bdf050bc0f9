// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface TunnelsRows {
  tunnel_frames: {
    id: string
    recipient: string
    link: string
    frames: Buffer
    created_at: string
  }
  tunnel_runs: {
    tunnel_id: string
    id: string
    organization_id: string
    user_id: string | null
    agent_id: string | null
    credential_id: string
    requester: Json
    action: string
    target: string | null
    input: Json
    hash: Buffer
    mcp: Json | null
    timeout_seconds: number
    state: 'queued' | 'asked' | 'running' | 'done' | 'failed' | 'refused' | 'cancelled' | 'lost'
    reason: string | null
    result: Json | null
    progress: Json | null
    output: string
    output_bytes: string
    decision: 'allow' | 'refuse' | null
    decided_by: Actor | null
    cancelled_by: Actor | null
    cancel_reason: string | null
    dispatched_at: string | null
    decision_sent_at: string | null
    cancel_sent_at: string | null
    asked_at: string | null
    started_at: string | null
    ended_at: string | null
    created_at: string
  }
  tunnels: {
    id: string
    organization_id: string
    user_id: string
    name: string
    nonce_hash: Buffer | null
    nonce_expires_at: string | null
    token_hash: Buffer | null
    machine: Json | null
    declaration: Json | null
    connection_id: string | null
    connected_at: string | null
    last_seen_at: string | null
    claimed_at: string | null
    revoked_at: string | null
    version: number
    created_at: string
    updated_at: string
  }
}
