// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface WorkRows {
  comments: {
    id: string
    organization_id: string
    project_id: string
    subject_kind: 'epic' | 'story' | 'task' | 'feature'
    subject_id: string
    subject_key: string
    body: string
    created_by: Actor
    edited_at: string | null
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
  }
  dependencies: {
    task_id: string
    other_id: string
    organization_id: string
    kind: 'blocks' | 'relates' | 'duplicates'
    created_by: Actor
    created_at: string
  }
  epics: {
    id: string
    organization_id: string
    project_id: string
    number: number
    key: string
    title: string
    description: string
    status: 'planned' | 'active' | 'complete' | 'cancelled'
    labels: string[]
    due_at: string | null
    position: string
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
  }
  evidence: {
    id: string
    organization_id: string
    project_id: string
    feature_id: string
    feature_key: string
    gate: string
    round: number
    kind: 'spec' | 'commit' | 'pull_request' | 'check_run' | 'test_report' | 'file' | 'url' | 'note'
    title: string
    reference: string | null
    content: string | null
    status: 'verified' | 'failed' | 'unverified'
    finding: string
    source: string | null
    checked_at: string | null
    result: Json | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
    repo_id: string | null
    commit: string | null
    branch: string | null
    paths: string[]
  }
  passages: {
    id: string
    organization_id: string
    project_id: string
    feature_id: string
    gate: string
    round: number
    override_reason: string | null
    missing: Json | null
    created_by: Actor
    created_at: string
  }
  reviews: {
    id: string
    organization_id: string
    project_id: string
    feature_id: string
    gate: string
    round: number
    verdict: 'approved' | 'changes_requested' | 'commented'
    body: string
    back_to: string | null
    human: boolean
    created_by: Actor
    created_at: string
  }
  stories: {
    id: string
    organization_id: string
    project_id: string
    epic_id: string
    number: number
    key: string
    title: string
    description: string
    status: 'planned' | 'active' | 'complete' | 'cancelled'
    labels: string[]
    due_at: string | null
    position: string
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
    deleted_with: string | null
  }
  views: {
    id: string
    organization_id: string
    project_id: string
    owner_id: string
    name: string
    shared: boolean
    query: Json
    version: number
    created_at: string
    updated_at: string
  }
  workflows: {
    id: string
    organization_id: string
    slug: string
    name: string
    description: string
    gates: Json
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
  }
}
