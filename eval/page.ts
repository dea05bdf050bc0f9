import fs from 'node:fs'
import type { Baseline } from './report.ts'

/** The page that shows the results of the scripted agents. */
export const pageUrl = new URL('../docs/evaluations.md', import.meta.url)

const start = '## Results of the scripted agents\n'
const end = '\n## '

/** Returns the page with new tables below the heading of the results, up to the next heading. */
export function withResults(page: string, report: string): string {
  const from = page.indexOf(start) + start.length
  const to = page.indexOf(end, from)
  const introduction = page.slice(from, to).trim().split('\n\n')[0]!
  return `${page.slice(0, from)}\n${introduction}\n\n${report}\n${page.slice(to)}`
}

/** Returns the counts of the scripted agents before tools were changed for agents. */
export function readBaseline(): Baseline {
  return JSON.parse(fs.readFileSync(new URL('baseline.json', import.meta.url), 'utf8')) as Baseline
}
