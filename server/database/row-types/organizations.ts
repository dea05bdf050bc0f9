// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface OrganizationsRows {
  current_teams: {
    user_id: string
    organization_id: string
    team_id: string
  }
  devices: {
    id: string
    user_id: string
    machine: string
    name: string
    platform: string
    last_seen_at: string
    version: number
    created_at: string
    updated_at: string
    revoked_at: string | null
  }
  features: {
    id: string
    organization_id: string
    project_id: string
    key: string
    title: string
    description: string
    status: 'planned' | 'active' | 'changes_requested' | 'done' | 'cancelled'
    gate: string | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
    number: number
    kind: 'feature' | 'bug' | 'hotfix' | 'chore'
    workflow: string
    gates: Json
    round: number
    reopened: Json | null
  }
  invitations: {
    id: string
    organization_id: string
    email: string
    role: 'owner' | 'admin' | 'member' | 'guest'
    team_id: string | null
    hash: Buffer
    status: 'pending' | 'accepted' | 'declined' | 'revoked'
    invited_by: string
    answered_at: string | null
    version: number
    created_at: string
    updated_at: string
    expires_at: string
  }
  onboardings: {
    user_id: string
    organization_id: string | null
    team_id: string | null
    credential_id: string | null
    step: 'organization' | 'people' | 'connect' | 'done'
    version: number
    created_at: string
    updated_at: string
  }
  project_shares: {
    id: string
    organization_id: string
    project_id: string
    user_id: string | null
    team_id: string | null
    role: 'viewer' | 'editor'
    version: number
    created_at: string
    updated_at: string
  }
  skills: {
    id: string
    organization_id: string | null
    owner_id: string | null
    scope: 'personal' | 'team' | 'public'
    team_id: string | null
    slug: string
    name: string
    description: string
    content: string
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
    files: Json
    tags: string[]
    revision: number
    public_slug: string | null
    front_matter: Json
    created_by: Actor | null
    private_to: string | null
  }
  team_members: {
    team_id: string
    organization_id: string
    user_id: string
    role: 'lead' | 'member'
    version: number
    created_at: string
    updated_at: string
  }
  teams: {
    id: string
    organization_id: string
    slug: string
    name: string
    description: string
    avatar_id: string | null
    created_by: string
    version: number
    created_at: string
    updated_at: string
  }
  workspace_folders: {
    workspace_id: string
    device_id: string
    organization_id: string
    path: string
    local_id: string | null
    created_at: string
    updated_at: string
  }
  workspace_projects: {
    workspace_id: string
    project_id: string
    organization_id: string
    created_at: string
  }
  workspace_teams: {
    workspace_id: string
    team_id: string
    organization_id: string
    role: 'viewer' | 'editor'
    created_at: string
  }
  workspaces: {
    id: string
    organization_id: string
    owner_id: string
    name: string
    description: string
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
  }
}
