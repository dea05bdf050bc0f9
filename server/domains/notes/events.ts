export const noteEvents = {
  'note.created': 'Somebody wrote a note.',
  'note.updated': 'The title, text, tags or links of a note changed, or it was pinned or is no longer.',
  'note.moved': "A note was moved to a project, to another one, or is its owner's alone again.",
  'note.published': 'A note got an address at which everybody can read it, or another one.',
  'note.unpublished': 'A note can no longer be read by everybody.',
  'note.deleted': 'A note went into the trash.',
  'note.restored': 'A note came back from the trash.',
  'note.purged': 'A note was removed for good, 30 days after it was deleted.',
} as const
