/** What can be brought to show that a gate may be passed, in words for a sentence. */
export const evidenceWords = {
  spec: 'spec',
  commit: 'commit',
  pull_request: 'pull request',
  check_run: 'check run',
  test_report: 'test report',
  file: 'file',
  url: 'link',
  note: 'note',
} as const

export type EvidenceKind = keyof typeof evidenceWords
export const evidenceKinds = Object.keys(evidenceWords) as [EvidenceKind, ...EvidenceKind[]]

/** These are taken by word: nobody can look whether they are true. */
export const takenByWord: readonly EvidenceKind[] = ['file', 'note']

export const evidenceStatuses = ['verified', 'failed', 'unverified'] as const
export type EvidenceStatus = (typeof evidenceStatuses)[number]
