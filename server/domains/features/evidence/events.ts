export const evidenceEvents = {
  'evidence.added': 'Evidence was added to a gate of a feature.',
  'evidence.checked': 'Evidence was checked again.',
  'evidence.deleted': 'Evidence was moved to the trash.',
  'evidence.restored': 'Evidence was restored from the trash.',
  'evidence.purged': 'Evidence was permanently deleted, 30 days after it was moved to the trash.',
} as const
