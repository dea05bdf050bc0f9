/** Events of conversations with the language model, and of its settings. */
export const answerEvents = {
  'ai_session.created': 'A conversation with the language model was started.',
  'ai_session.asked': 'A question was asked in a conversation.',
  'ai_session.answered': 'A question in a conversation was answered, or its answer failed: see data.outcome.',
  'ai_session.updated': 'The title of a conversation changed.',
  'ai_session.shared': 'A conversation was shared with its project.',
  'ai_session.unshared': 'A conversation became private to its owner again.',
  'ai_session.decided':
    'A change that an answer proposed was confirmed, rejected or dismissed: see data.state.',
  'ai_session.deleted': 'A conversation was moved to the trash.',
  'ai_session.restored': 'A conversation was restored from the trash.',
  'ai_session.purged': 'A conversation was permanently deleted, 30 days after it was moved to the trash.',
  'ai_settings.updated': 'The language model or the token limits of the organization changed.',
  'ai_settings.tested': 'The language model of the organization was tested.',
} as const
