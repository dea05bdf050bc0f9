/** The content of a test report, independent of its format. */
export interface Outcome {
  format: 'junit' | 'tap'
  tests: number
  failures: number
  errors: number
  skipped: number
  /** Names of the failed tests. */
  failed: string[]
  /** Sentences that say why the report as a whole is not reliable. */
  problems: string[]
}

export function emptyOutcome(format: Outcome['format']): Outcome {
  return { format, tests: 0, failures: 0, errors: 0, skipped: 0, failed: [], problems: [] }
}
