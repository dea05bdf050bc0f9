// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface ReposRows {
  repos: {
    id: string
    organization_id: string
    project_id: string
    name: string
    url: string
    token: Buffer | null
    chosen_branch: string | null
    status: 'pending' | 'syncing' | 'ready' | 'error'
    failure: string | null
    synced_at: string | null
    default_branch: string | null
    head: string | null
    branches: Json
    branch_count: number
    tags: string[]
    tag_count: number
    contents: Json | null
    instructions: Json | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
    access: 'token' | 'person' | 'organization'
    connected_by: string | null
    code_host_id: string | null
    host_url: string | null
    api_url: string | null
    host_name: string | null
    is_private: boolean
    private_to: string | null
    fix: string | null
    hook_secret: Buffer | null
    hook_id: string | null
    hook_failure: string | null
    hook_received_at: string | null
    pulls_until: string | null
    sync_wanted_at: string | null
    syncing_since: string | null
    sync_tried_at: string | null
    sync_not_before: string | null
  }
}
