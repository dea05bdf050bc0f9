import type { DeletableRow } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'

export interface NoteRow extends DeletableRow {
  project_id: string | null
  owner_id: string
  /** The owner of a note without a project. A generated column. */
  private_to: string | null
  title: string
  content: string
  tags: string[]
  /** Links outside the text: item numbers, ids and URLs. */
  links: string[]
  pinned: boolean
  public_slug: string | null
  published_at: string | null
  revision: number
  created_by: Actor
}

export const linkKinds = [
  ...(['note', 'project', 'epic', 'story', 'task', 'feature', 'decision', 'spec', 'url'] as const),
] as const
export type LinkKind = (typeof linkKinds)[number]

export interface NoteLinkRow {
  note_id: string
  place: number
  organization_id: string
  to_kind: LinkKind
  to_id: string | null
  label: string
  in_text: boolean
}
