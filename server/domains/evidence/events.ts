export const evidenceEvents = {
  'evidence.added': 'Evidence was brought for a gate of a feature.',
  'evidence.checked': 'Evidence was looked into again.',
  'evidence.deleted': 'Evidence went into the trash.',
  'evidence.restored': 'Evidence came back from the trash.',
  'evidence.purged': 'Evidence was removed for good, 30 days after it was deleted.',
} as const
