import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'
import type { ItemKindName } from '../items/item-kinds.ts'

export interface CommentRow extends DeletableRow {
  project_id: string
  subject_kind: ItemKindName
  subject_id: string
  /** A copy is safe, because item numbers never change. */
  subject_key: string
  body: string
  created_by: Actor
  edited_at: string | null
}
