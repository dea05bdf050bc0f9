import { type ErrorCode, errorTable } from '../errors/errors.ts'
import { statuses } from '../errors/statuses.ts'

/** An error code with everything that its entry in the handbook shows. */
export interface ErrorEntry {
  code: ErrorCode
  /** `{name}` is a placeholder for a value of the request. */
  sentence: string
}

export const errorsIntroduction =
  'Every error response is a problem (RFC 9457, `application/problem+json`). Programs compare its `code`, people read its `detail`, and its `type` links to the entry on this page. Words in braces are placeholders for values of the request.'

/** Returns the codes by status, in the order of the statuses. */
export function errorsByStatus(): { status: number; name: string; advice: string; entries: ErrorEntry[] }[] {
  const all = Object.entries(errorTable) as [ErrorCode, readonly [number, string]][]
  const groups = Map.groupBy(all, ([, [status]]) => status)
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => ({
      status,
      ...statuses[status]!,
      entries: codes.map(([code, [, sentence]]) => ({ code, sentence })),
    }))
}

/** Returns docs/errors.md. Each code is a heading, which gives it an anchor. */
export function errorsPage(): string {
  const sections = errorsByStatus().flatMap(({ status, name, advice, entries }) => [
    `## ${status} ${name}`,
    advice,
    ...entries.flatMap(({ code, sentence }) => [`### ${code}`, inMarkdown(sentence)]),
  ])
  const generated = 'Generated from `server/errors/errors.ts` by `npm run contract`.'
  return `${['# Errors', errorsIntroduction, generated, ...sections].join('\n\n')}\n`
}

function inMarkdown(sentence: string): string {
  return sentence.replace(/[<*]/g, '\\$&')
}
