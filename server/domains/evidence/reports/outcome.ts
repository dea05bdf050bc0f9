/** What a test report says, however it says it. */
export interface Outcome {
  format: 'junit' | 'tap'
  tests: number
  failures: number
  errors: number
  skipped: number
  /** The names of those that failed. */
  failed: string[]
  /** Why the report as a whole cannot be believed, in sentences. */
  problems: string[]
}

export function emptyOutcome(format: Outcome['format']): Outcome {
  return { format, tests: 0, failures: 0, errors: 0, skipped: 0, failed: [], problems: [] }
}
