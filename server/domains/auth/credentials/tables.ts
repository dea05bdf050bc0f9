import type { Scope } from '../../../operations/caller.ts'

export type CredentialKind = 'api_key' | 'mcp_token'

export interface CredentialRow {
  id: string
  kind: CredentialKind
  hint: string
  name: string
  agent_id: string | null
  project_id: string | null
  tool_profile: string
  scopes: Scope[]
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  first_call_at: string | null
  client: string | null
}
