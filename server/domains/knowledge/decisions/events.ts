export const decisionEvents = {
  'decision.created': 'A decision was logged as proposed or accepted.',
  'decision.updated': 'The text of a proposed decision changed, or the tags or outcome of any decision.',
  'decision.discussed': 'A remark was added to a decision.',
  'decision.accepted': 'A decision was accepted.',
  'decision.rejected': 'A decision was rejected.',
  'decision.reopened': 'A rejected decision was reopened.',
  'decision.superseded': 'A decision was superseded by another one.',
  'decision.deleted': 'A decision was moved to the trash.',
  'decision.restored': 'A decision was restored from the trash.',
  'decision.purged': 'A decision was permanently deleted, 30 days after it was moved to the trash.',
} as const
