export const sessionEvents = {
  'session.created': 'A session was started.',
  'session.updated': 'Fields of a session changed.',
  'session.checkpointed': 'A session saved a checkpoint.',
  'session.paused': 'A session was paused.',
  'session.resumed': 'A session was resumed.',
  'session.ended': 'A session ended.',
  'session.deleted': 'A session was moved to the trash.',
  'session.restored': 'A session was restored from the trash.',
  'session.purged': 'A session was permanently removed, 30 days after it was deleted.',
} as const
