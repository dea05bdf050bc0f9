import { type Outcome, emptyOutcome } from './outcome.ts'
import { type XmlElement, readXml } from './xml.ts'

/** Reads a JUnit report. Counts the test cases, because the totals in the attributes are not reliable. */
export function readJunit(text: string): Outcome {
  const root = readXml(text)
  const outcome = emptyOutcome('junit')
  if (root.name === 'testsuites' || root.name === 'testsuite') count(root, [], outcome)
  else outcome.problems.push(`The XML is not a JUnit report: its root element is <${root.name}>.`)
  return outcome
}

function count(element: XmlElement, path: string[], outcome: Outcome): void {
  for (const child of element.children) {
    const name = child.attributes.get('name') ?? ''
    if (child.name === 'testsuite') count(child, name ? [...path, name] : path, outcome)
    else if (child.name === 'testcase') countCase(child, [...path, name], outcome)
    // An error outside any test case, such as a failed setup.
    else if (child.name === 'error' || child.name === 'failure') {
      outcome.errors++
      outcome.failed.push(path.join(' › ') || 'the whole run')
    }
  }
}

function countCase(testcase: XmlElement, path: string[], outcome: Outcome): void {
  const hasChild = (name: string) => testcase.children.some((child) => child.name === name)
  outcome.tests++
  if (hasChild('error')) outcome.errors++
  else if (hasChild('failure')) outcome.failures++
  else if (hasChild('skipped')) outcome.skipped++
  if (hasChild('error') || hasChild('failure'))
    outcome.failed.push(path.filter((part) => part !== '').join(' › '))
}
