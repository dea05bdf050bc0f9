/** Kinds of evidence, with the noun for sentences. */
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

/** Kinds that are verified in a connected repository. A test report is one of them if it names its commit. */
export const codeKinds = [
  'commit',
  'pull_request',
  'check_run',
  'test_report',
] as const satisfies readonly EvidenceKind[]

/** Kinds that cannot be verified automatically. */
export const unverifiableKinds: readonly EvidenceKind[] = ['file', 'note']

export const evidenceStatuses = ['verified', 'failed', 'unverified'] as const
export type EvidenceStatus = (typeof evidenceStatuses)[number]
