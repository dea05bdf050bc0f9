// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface KnowledgeRows {
  agent_skills: {
    agent_id: string
    skill_id: string
    place: number
  }
  agent_usage: {
    agent_id: string
    day: Date
    calls: number
    rejected: number
    last_error: string | null
    last_error_at: string | null
  }
  checkpoints: {
    id: string
    organization_id: string
    session_id: string
    number: number
    summary: string
    context: string
    goals: Json
    state: Json
    created_by: Actor
    created_at: string
  }
  decisions: {
    id: string
    organization_id: string
    project_id: string | null
    number: number
    key: string
    title: string
    context: string
    rationale: string
    alternatives: Json
    outcome: string
    status: 'proposed' | 'accepted' | 'rejected' | 'superseded'
    tags: string[]
    superseded_by: string | null
    decided_at: string | null
    decided_by: Actor | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
  }
  journal_followers: {
    name: string
    xid: string
    seq: string
    epoch: string | null
  }
  memories: {
    id: string
    organization_id: string
    scope: 'agent' | 'project' | 'session'
    agent_id: string | null
    project_id: string | null
    session_id: string | null
    owner_id: string | null
    kind: 'fact' | 'preference' | 'procedure' | 'episode' | 'summary'
    content: string
    tags: string[]
    importance: number
    source: Json | null
    superseded_by: string | null
    expires_at: string | null
    archived_at: string | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
    deleted_with: string | null
    valid_from: string | null
    valid_until: string | null
  }
  note_links: {
    note_id: string
    place: number
    organization_id: string
    to_kind: 'note' | 'project' | 'epic' | 'story' | 'task' | 'feature' | 'decision' | 'spec' | 'url'
    to_id: string | null
    label: string
    in_text: boolean
  }
  notes: {
    id: string
    organization_id: string
    project_id: string | null
    owner_id: string
    private_to: string | null
    title: string
    content: string
    tags: string[]
    links: string[]
    pinned: boolean
    public_slug: string | null
    published_at: string | null
    revision: number
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
    words: string
  }
  remarks: {
    id: string
    organization_id: string
    decision_id: string
    body: string
    created_by: Actor
    created_at: string
  }
  revisions: {
    subject_id: string
    number: number
    subject_kind: 'note' | 'spec' | 'skill' | 'page' | 'post'
    organization_id: string | null
    title: string
    content: string
    more: Json
    reason: string
    added: number
    removed: number
    created_by: Actor
    created_at: string
  }
  search_entries: {
    subject_id: string
    part: number
    subject_kind: string
    organization_id: string | null
    project_id: string | null
    owner_id: string | null
    team_id: string | null
    agent_id: string | null
    session_id: string | null
    published: boolean
    key: string | null
    title: string
    body: string
    tags: string[]
    importance: number
    created_at: string
    updated_at: string
    model: string | null
    embedding: string | null
    bits: string | null
    language: 'english' | 'german' | 'french' | 'spanish' | 'italian' | 'portuguese' | 'dutch'
    words: string | null
    written_in: string
  }
  search_keeper: {
    only_one: boolean
    keeper: string | null
    kept_until: string | null
  }
  sessions: {
    id: string
    organization_id: string
    user_id: string
    agent_id: string | null
    project_id: string | null
    title: string
    context: string
    goals: Json
    summary: string
    state: Json
    learned: Json
    last_seen_at: string
    paused_at: string | null
    ended_at: string | null
    seen_xid: string | null
    seen_seq: string | null
    resumed: number
    worker: Actor | null
    credential_id: string | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
    owner_id: string | null
  }
  spec_links: {
    spec_id: string
    item_kind: 'epic' | 'story' | 'task' | 'feature'
    item_id: string
    created_at: string
  }
  specs: {
    id: string
    organization_id: string
    project_id: string
    number: number
    key: string
    title: string
    content: string
    status: 'draft' | 'review' | 'approved' | 'archived'
    revision: number
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
  }
}
