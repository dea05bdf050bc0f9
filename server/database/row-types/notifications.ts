// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'
import type { Json } from '../tables.ts'

export interface NotificationsRows {
  mentions: {
    user_id: string
    comment_id: string | null
    note_id: string | null
  }
  notifications: {
    id: string
    user_id: string
    organization_id: string | null
    project_id: string | null
    kind: string
    subject_kind: string
    subject_id: string
    subject_key: string | null
    about: string | null
    body: string | null
    data: Json
    actor: Actor | null
    count: number
    at: string
    in_app: boolean
    read_at: string | null
    mail: 'at_once' | 'digest' | null
    mail_since: string | null
  }
}
