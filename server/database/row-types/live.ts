// Generated from the migrations by "npm run row-types". Don't edit this file.

export interface LiveRows {
  live_connections: {
    id: string
    node_id: string
    organization_id: string
    user_id: string
    agent_id: string | null
    status: 'online' | 'away'
    project_id: string | null
    item: string | null
    changed_at: string
  }
  live_nodes: {
    id: string
    seen_at: string
  }
  live_tickets: {
    hash: Buffer
    login_id: string | null
    credential_id: string | null
    organization_id: string
    expires_at: string
  }
}
