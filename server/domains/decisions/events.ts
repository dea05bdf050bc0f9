export const decisionEvents = {
  'decision.created': 'A decision was logged: proposed, or accepted at once.',
  'decision.updated': 'What a proposed decision says changed, or the tags or the outcome of one.',
  'decision.discussed': 'Something was said about a decision.',
  'decision.accepted': 'A decision was accepted.',
  'decision.rejected': 'A decision was rejected.',
  'decision.reopened': 'A rejected decision is proposed again.',
  'decision.superseded': 'Another decision holds in place of this one.',
  'decision.deleted': 'A decision went into the trash.',
  'decision.restored': 'A decision came back from the trash.',
  'decision.purged': 'A decision was removed for good, 30 days after it was deleted.',
} as const
