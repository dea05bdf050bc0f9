// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Json } from '../tables.ts'

export interface McpOauthRows {
  mcp_oauth_artifacts: {
    kind: 'Interaction' | 'Grant' | 'AuthorizationCode' | 'AccessToken' | 'RefreshToken'
    hash: Buffer
    credential_id: string | null
    audience: string | null
    sealed: Buffer
    consumed_at: string | null
    expires_at: string
  }
  mcp_oauth_clients: {
    id: string
    metadata: Json
    created_at: string
    used_at: string | null
  }
}
