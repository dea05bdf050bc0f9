// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface AnswersRows {
  ai_messages: {
    session_id: string
    number: number
    id: string
    role: 'question' | 'answer'
    text: string
    passages: Json
    steps: Json
    outcome: 'complete' | 'cut' | 'stopped' | 'failed' | 'no_model' | 'over_budget' | 'nothing_found' | null
    note: string | null
    model: string | null
    input_tokens: number
    output_tokens: number
    created_at: string
    words: string
  }
  ai_proposals: {
    id: string
    session_id: string
    message_id: string
    number: number
    tool: string
    input: Json
    state: 'open' | 'confirmed' | 'rejected' | 'dismissed'
    result: Json | null
    failure: string | null
    decided_at: string | null
  }
  ai_sessions: {
    id: string
    organization_id: string
    owner_id: string
    project_id: string | null
    repo_id: string | null
    shared: boolean
    private_to: string | null
    title: string
    untitled: boolean
    messages: number
    answering: string | null
    answering_until: string | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
    deleted_at: string | null
    deleted_by: Actor | null
  }
  ai_settings: {
    organization_id: string
    source: 'instance' | 'own' | 'off'
    provider: 'openai' | 'anthropic' | null
    url: string | null
    model: string | null
    secret: Buffer | null
    hint: string | null
    monthly_tokens: string | null
    monthly_tokens_per_person: string | null
    tested_at: string | null
    failure: string | null
    version: number
    created_at: string
    updated_at: string
  }
  ai_usage: {
    organization_id: string
    user_id: string
    month: Date
    source: 'instance' | 'own'
    input_tokens: string
    output_tokens: string
    requests: number
  }
}
