// Generated from the migrations by "npm run row-types". Don't edit this file.
import type { Actor } from '../actor.ts'

export interface AttachmentsRows {
  attachments: {
    id: string
    organization_id: string
    subject_kind: 'epic' | 'story' | 'task' | 'feature' | 'note' | 'decision' | 'spec'
    subject_id: string
    name: string
    type: string
    size: number
    bytes: Buffer
    created_by: Actor
    created_at: string
  }
}
