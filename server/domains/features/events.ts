export const featureEvents = {
  'feature.created': 'A feature was made.',
  'feature.updated': 'Fields of a feature changed.',
  'feature.advanced': 'A feature passed a gate and stands at the next one.',
  'feature.completed': 'A feature passed its last gate and is done.',
  'feature.overridden':
    'An administrator let a feature pass a gate though something was missing, with the reason.',
  'feature.returned': 'A review sent a feature back to a gate.',
  'feature.deleted': 'A feature went into the trash.',
  'feature.restored': 'A feature came back from the trash.',
  'feature.purged': 'A feature was removed for good, 30 days after it was deleted.',
} as const
