export const noteEvents = {
  'note.created': 'A note was created.',
  'note.updated': 'The title, text, tags, links or pinned state of a note changed.',
  'note.moved': 'A note was moved to another project, or became private to its owner.',
  'note.published': 'A note was published at a public URL, or its public URL changed.',
  'note.unpublished': 'A note was unpublished.',
  'note.deleted': 'A note was moved to the trash.',
  'note.restored': 'A note was restored from the trash.',
  'note.purged': 'A note was permanently deleted, 30 days after it was moved to the trash.',
} as const
