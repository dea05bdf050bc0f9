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
    status: 'pending' | 'ready' | 'error'
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
  }
}
