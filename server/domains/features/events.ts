export const featureEvents = {
  'feature.created': 'A feature was created.',
  'feature.updated': 'A feature was changed.',
  'feature.advanced': 'A feature passed a gate and moved to the next one.',
  'feature.completed': 'A feature passed its last gate and is done.',
  'feature.overridden': 'An administrator overrode a gate with missing requirements and gave a reason.',
  'feature.returned': 'A review returned a feature to a gate.',
  'feature.deleted': 'A feature was moved to the trash.',
  'feature.restored': 'A feature was restored from the trash.',
  'feature.purged': 'A feature was permanently deleted, 30 days after it was moved to the trash.',
} as const
