import { readJunit } from './junit.ts'
import type { Outcome } from './outcome.ts'
import { readTap } from './tap.ts'
import { NotXml } from './xml.ts'

/** The stored part of a report: totals and the names of the first failed tests. */
export type ReportResult = Omit<Outcome, 'problems'>

export interface ReportVerdict {
  passed: boolean
  finding: string
  format: string
  result: ReportResult | null
}

const maxStoredNames = 20
const maxNamedInSentence = 3

/** Evaluates a test report in JUnit XML or TAP. It passes if the run is complete, tests were run and none failed. */
export function evaluateReport(text: string): ReportVerdict {
  const isXml = /^\s*</.test(text.replace(/^\uFEFF/, ''))
  const format = isXml ? 'JUnit XML' : 'TAP'
  try {
    const outcome = isXml ? readJunit(text) : readTap(text)
    if (!isXml && !hasTap(outcome)) return unreadable('The report is neither JUnit XML nor TAP.', 'text')
    const { problems, ...counted } = outcome
    const result = { ...counted, failed: counted.failed.slice(0, maxStoredNames).map(truncate) }
    return { ...verdictOf(outcome), format, result }
  } catch (error) {
    if (!(error instanceof NotXml)) throw error
    return unreadable(`The report can't be read. ${error.message}`, format)
  }
}

function verdictOf({ problems, ...outcome }: Outcome): Pick<ReportVerdict, 'passed' | 'finding'> {
  const { tests, failures, errors, skipped } = outcome
  const bad = failures + errors
  if (bad > 0) return { passed: false, finding: failureSentence(bad, outcome) }
  if (problems.length > 0) return { passed: false, finding: problems[0]! }
  if (tests === 0) return { passed: false, finding: 'The report contains no tests.' }
  if (skipped === tests) return { passed: false, finding: `All ${tests} tests were skipped.` }
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  return { passed: true, finding: `${tests - skipped} of ${tests} tests passed${left}.` }
}

function failureSentence(bad: number, { tests, failed }: Omit<Outcome, 'problems'>): string {
  const more = bad > maxNamedInSentence ? ` and ${bad - maxNamedInSentence} more` : ''
  return `${bad} of ${Math.max(tests, bad)} tests failed: ${failed.slice(0, maxNamedInSentence).map(truncate).join(', ')}${more}.`
}

function hasTap({ tests, problems }: Outcome): boolean {
  return tests > 0 || problems.length === 0 || !problems[0]!.startsWith('The plan is missing')
}

function unreadable(finding: string, format: string): ReportVerdict {
  return { passed: false, finding, format, result: null }
}

function truncate(name: string): string {
  return name.length > 200 ? `${name.slice(0, 199)}…` : name
}
