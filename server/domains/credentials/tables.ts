import type { Scope } from '../../operations/caller.ts'

export interface CredentialRow {
  id: string
  kind: 'api_key' | 'mcp_token'
  hint: string
  name: string
  agent_id: string | null
  scopes: Scope[]
  created_at: string
  expires_at: string | null
  last_used_at: string | null
}
