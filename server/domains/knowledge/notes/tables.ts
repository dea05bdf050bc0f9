import type { Rows } from '../../../database/row-types.ts'

/** A note without its full-text vector, which is large and internal. */
export type NoteRow = Omit<Rows['notes'], 'words'>

export const linkKinds = [
  'note',
  'project',
  'epic',
  'story',
  'task',
  'feature',
  'decision',
  'spec',
  'url',
] as const
export type LinkKind = (typeof linkKinds)[number]

export type NoteLinkRow = Rows['note_links']
