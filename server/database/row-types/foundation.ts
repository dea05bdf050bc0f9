// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface FoundationRows {
  agents: {
    id: string
    organization_id: string
    name: string
    role: string
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    owner_id: string | null
    instructions: string
    memory_scope: 'agent' | 'project' | 'session'
    model: string
    daily_budget: number | null
    public_slug: string | null
    deleted_by: Actor | null
    paused_at: string | null
    paused_by: Actor | null
  }
  credentials: {
    id: string
    kind: 'api_key' | 'mcp_token'
    hash: Buffer
    hint: string
    name: string
    user_id: string
    organization_id: string
    agent_id: string | null
    scopes: string[]
    created_at: string
    expires_at: string | null
    last_used_at: string | null
    revoked_at: string | null
    project_id: string | null
    tool_profile: string
    first_call_at: string | null
    client: string | null
  }
  idempotency_keys: {
    scope: string
    key_hash: Buffer
    request_hash: Buffer
    answer: Buffer | null
    created_at: string
  }
  instance: {
    only_one: boolean
    epoch: string
    created_at: string
  }
  journal: {
    seq: string
    xid: string
    id: string
    at: string
    organization_id: string | null
    project_id: string | null
    private_to: string | null
    actor: Actor
    type: string
    subject_kind: string
    subject_id: string
    subject_key: string | null
    version: number | null
    changes: Json | null
    data: Json | null
    request_id: string | null
  }
  login_sessions: {
    id: string
    user_id: string
    impersonator_id: string | null
    user_agent: string
    network: string
    created_at: string
    last_seen_at: string
    expires_at: string
    revoked_at: string | null
    method: string
    second_factor_at: string | null
    impersonation_reason: string | null
  }
  memberships: {
    organization_id: string
    user_id: string
    role: 'owner' | 'admin' | 'member' | 'guest'
    created_at: string
    version: number
    updated_at: string
  }
  organizations: {
    id: string
    slug: string
    name: string
    version: number
    created_at: string
    updated_at: string
    sandbox_of: string | null
    plan: string
    description: string
    default_visibility: 'private' | 'organization'
    last_decision: number
    last_spec: number
    require_second_factor: boolean
  }
  projects: {
    id: string
    organization_id: string
    slug: string
    key: string
    name: string
    description: string
    settings: Json
    visibility: 'private' | 'team' | 'organization' | 'public'
    last_number: number
    created_by: string
    version: number
    created_at: string
    updated_at: string
    archived_at: string | null
    deleted_at: string | null
    deleted_by: Actor | null
    team_id: string | null
    first_position: number
    last_position: number
    public_sections: string[]
    pull_requests_move_tasks: boolean
  }
  rate_limits: {
    key: string
    window_start: string
    hits: number
  }
  settings: {
    key: string
    value: Json
    public: boolean
    updated_at: string
  }
  tasks: {
    id: string
    organization_id: string
    project_id: string
    number: number
    key: string
    title: string
    description: string
    status: 'backlog' | 'todo' | 'in_progress' | 'blocked' | 'in_review' | 'complete' | 'cancelled'
    priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
    type: 'task' | 'bug' | 'chore' | 'spike'
    labels: string[]
    estimate: number | null
    due_at: string | null
    assignee_user_id: string | null
    assignee_agent_id: string | null
    completion_notes: string | null
    completed_at: string | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
    story_id: string | null
    feature_id: string | null
    position: string
    priority_rank: number
    open_blockers: number
    blocking: number
    claim_number: number
    claimed_by: Actor | null
    claimed_at: string | null
    lease_until: string | null
    deleted_with: string | null
    words: string
  }
  users: {
    id: string
    email: string
    username: string
    name: string
    password_hash: string | null
    role: 'user' | 'admin'
    suspended_at: string | null
    last_organization_id: string | null
    version: number
    created_at: string
    updated_at: string
    email_verified_at: string | null
    bio: string
    timezone: string
    preferences: Json
    preferences_version: number
    avatar_id: string | null
    cover_id: string | null
    erase_at: string | null
    erased_at: string | null
    notification_choices: Json
    notification_choices_version: number
    second_factor_since: string | null
    subscription_plan: 'team' | 'business' | 'unlimited' | null
    subscription_until: Date | null
    location: string
    link: string
    profile_public: boolean
    profile_shows: string[]
  }
}
