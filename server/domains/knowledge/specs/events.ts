export const specEvents = {
  'spec.created': 'A spec was created.',
  'spec.updated': 'A spec got a new revision: its text, title or status changed.',
  'spec.linked': 'A spec was linked to the item that it describes.',
  'spec.unlinked': 'A spec was unlinked from an item.',
  'spec.deleted': 'A spec was moved to the trash.',
  'spec.restored': 'A spec was restored from the trash.',
  'spec.purged': 'A spec and its revisions were permanently removed, 30 days after it was deleted.',
} as const
