export const specEvents = {
  'spec.created': 'A spec was written.',
  'spec.updated': 'A spec got a new revision: its text, title or status changed.',
  'spec.linked': 'A spec was linked to the item that it describes.',
  'spec.unlinked': 'A spec no longer describes an item.',
  'spec.deleted': 'A spec went into the trash.',
  'spec.restored': 'A spec came back from the trash.',
  'spec.purged': 'A spec was removed for good with its revisions, 30 days after it was deleted.',
} as const
