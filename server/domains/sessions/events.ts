export const sessionEvents = {
  'session.created': 'Somebody began a session of work.',
  'session.updated': 'Fields of a session changed.',
  'session.checkpointed': 'A session kept where it stands.',
  'session.paused': 'A session was paused.',
  'session.resumed': 'A session was taken up again.',
  'session.ended': 'A session ended.',
  'session.deleted': 'A session went into the trash.',
  'session.restored': 'A session came back from the trash.',
  'session.purged': 'A session was removed for good, 30 days after it was deleted.',
} as const
