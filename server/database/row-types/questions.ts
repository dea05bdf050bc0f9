// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'

export interface QuestionsRows {
  question_recipients: {
    organization_id: string
    question_id: string
    user_id: string
  }
  questions: {
    id: string
    organization_id: string
    project_id: string | null
    task_id: string | null
    task_key: string | null
    agent_id: string | null
    question: string
    answer: string | null
    answered_by: Actor | null
    answered_at: string | null
    created_by: Actor
    version: number
    created_at: string
    updated_at: string
  }
}
