// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Json } from '../tables.ts'

export interface McpSessionsRows {
  mcp_messages: {
    id: string
    recipient: string
    credential_id: string
    message: string
    request: Json
    created_at: string
    taken_at: string | null
  }
  mcp_sessions: {
    id: string
    credential_id: string
    client: Json
    protocol_version: string
    capabilities: Json
    uris: string[]
    log_level: string
    created_at: string
    last_seen_at: string
  }
}
