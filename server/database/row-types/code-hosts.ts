// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface CodeHostsRows {
  check_runs: {
    repo_id: string
    commit: string
    name: string
    status: string
    conclusion: string | null
    url: string | null
    changed_at: string
  }
  code_hosts: {
    id: string
    organization_id: string
    url: string
    api_url: string
    kind: 'token' | 'app'
    secret: Buffer
    hint: string | null
    app_id: string | null
    installation_id: string | null
    login: string | null
    scopes: string[]
    checked_at: string | null
    failure: string | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
  }
  code_links: {
    item_id: string
    item_kind: 'epic' | 'story' | 'task' | 'feature'
    organization_id: string
    project_id: string
    repo_id: string
    kind: 'branch' | 'commit' | 'pull_request'
    reference: string
    title: string
    url: string | null
    handled_state: string | null
    linked_at: string
  }
  pull_requests: {
    id: string
    organization_id: string
    project_id: string
    repo_id: string
    number: number
    title: string
    body: string
    url: string
    state: 'open' | 'closed' | 'merged'
    draft: boolean
    author: string | null
    head_branch: string
    head_commit: string
    base_branch: string
    merge_commit: string | null
    reviews: Json
    requested_reviewers: string[]
    opened_at: string
    changed_at: string
    merged_at: string | null
    closed_at: string | null
  }
  received_webhooks: {
    repo_id: string
    delivery: string
    received_at: string
  }
  repo_viewers: {
    repo_id: string
    user_id: string
    can_read: boolean
    checked_at: string
  }
}
