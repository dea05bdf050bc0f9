import type { Operation } from '../../../operations/operation.ts'
import { httpParts } from '../../../operations/operation.ts'
import { counted, lengthOf } from '../../../operations/token-budget.ts'
import { conciseItem, conciseThing, isObject } from './concise.ts'
import { type CutText, cutToFit } from './cut-to-fit.ts'
import { returnsPage } from './output-fields.ts'
import type { Detail, Wanted } from './wanted.ts'

/*
 * What a tool answers. Clients put it into the context of a model, and several cut what is longer than some 25,000 tokens, or
 * warn from 10,000 on. A list keeps well below the warning, since it is read to choose from; one thing may be as long as the
 * clients take.
 */
export const maxListTokens = 25_000
export const maxItemTokens = 100_000

export type Output = Record<string, unknown>

/** Reads an operation again with another input: for a list, with a smaller limit. */
export type Again = (input: object) => Promise<Output>

/** Writes that are called for what they answer: the task to work on, where a session was left, the text of a file. */
const answersWhole = new Set(['tasks.claim', 'sessions.resume', 'repos.generateAgentsMd'])

/** The answer as it was wanted, and no longer than an answer is. What is left out is told. */
export async function toolResponse(
  operation: Operation,
  input: object,
  output: Output,
  wanted: Wanted,
  again: Again,
): Promise<Output> {
  const shape = (whole: Output) => shaped(operation, input, whole, wanted)
  const answer = shape(output)
  // Some keep to a budget that the caller names.
  if ('maxTokens' in operation.input.shape) return answer
  if (!returnsPage(operation) || !('limit' in operation.input.shape))
    return fittingThing(operation, input, answer, wanted)
  if (lengthOf(answer) <= maxListTokens) return answer
  return fittingPage(operation, answer, async (limit) => shape(await again({ ...input, limit })))
}

function shaped(operation: Operation, input: object, output: Output, wanted: Wanted): Output {
  const { fields, detail = usualDetail(operation) } = wanted
  if (!fields && detail === 'full') return output
  const items = Array.isArray(output.items) ? (output.items as unknown[]) : undefined
  const one = fields ? (thing: unknown) => picked(thing, fields, wanted.offset ?? 0) : undefined
  if (items) {
    const short = { ...output, items: items.map(one ?? conciseItem) }
    return typeof output.tokens === 'number' ? counted({ ...short, tokens: 0 }) : short
  }
  return (one ?? ((thing) => conciseThing(thing, new Set(Object.keys(input)))))(output) as Output
}

/** Lists are read to choose from, things to work with; and who writes knows what they wrote. */
function usualDetail(operation: Operation): Detail {
  if (operation.reads) return returnsPage(operation) ? 'concise' : 'full'
  return answersWhole.has(operation.id) ? 'full' : 'concise'
}

const naming = ['id', 'key']

/** These fields alone, and what names the thing. */
function picked(thing: unknown, fields: readonly string[], offset: number): unknown {
  if (!isObject(thing)) return thing
  const kept = [...new Set([...naming, ...fields])].filter((name) => name in thing)
  return Object.fromEntries(
    kept.map((name) => [name, naming.includes(name) ? thing[name] : beginningAt(thing[name], offset)]),
  )
}

/** With every text that is longer than this from there on. */
function beginningAt(value: unknown, offset: number): unknown {
  if (offset === 0) return value
  if (typeof value === 'string') return value.length > offset ? value.slice(offset) : value
  if (Array.isArray(value)) return value.map((each) => beginningAt(each, offset))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, beginningAt(inner, offset)]))
}

/** Fewer items, read anew so that the cursor goes on right after the last of them. */
async function fittingPage(
  operation: Operation,
  tooLong: Output,
  read: (limit: number) => Promise<Output>,
): Promise<Output> {
  const asked = itemsOf(tooLong).length
  let page = tooLong
  // Others write meanwhile, so what is read anew may be longer again: it is then read with a smaller limit, down to one.
  while (lengthOf(page) > maxListTokens - roomForNotice && itemsOf(page).length > 1)
    page = await read(Math.max(1, countThatFits(page)))
  const shown = itemsOf(page).length
  const told = shown < asked ? { ...page, notice: noticeOf(shown, asked, page.nextCursor) } : page
  if (lengthOf(told) <= maxListTokens) return told
  // One item alone is longer: it is read as one thing is.
  return withNotice(operation, {}, cutToFit(told, maxItemTokens - roomForNotice), {})
}

function noticeOf(shown: number, asked: number, cursor: unknown): string {
  const rest =
    typeof cursor === 'string' ? `The rest: the same call with cursor "${cursor}".` : 'The rest is gone.'
  return `${shown} of the ${asked} items are shown, since an answer has at most ${maxListTokens} characters. ${rest} Filters, "fields" or "detail": "concise" make it shorter.`
}

const roomForNotice = 1000

function countThatFits(page: Output): number {
  const items = itemsOf(page)
  let room = maxListTokens - roomForNotice - lengthOf({ ...page, items: [] })
  const fits = items.findIndex((item) => (room -= lengthOf(item) + 1) < 0)
  // Each time fewer: what fitted by a comma must not be read for ever.
  return Math.min(fits === -1 ? items.length : fits, items.length - 1)
}

function itemsOf(page: Output): unknown[] {
  return page.items as unknown[]
}

function fittingThing(operation: Operation, input: object, answer: Output, wanted: Wanted): Output {
  if (lengthOf(answer) <= maxItemTokens) return answer
  return withNotice(operation, input, cutToFit(answer, maxItemTokens - roomForNotice), wanted)
}

/** Says what was cut to fit, and how to read on. */
function withNotice(
  operation: Operation,
  input: object,
  { value, cut }: { value: Output; cut: CutText[] },
  { offset = 0 }: Wanted,
): Output {
  if (cut.length === 0) return value
  const [longest] = cut
  const where = addressOf(operation, input)
  const rest = longest!.isText
    ? `Read on with "fields": ["${longest!.field}"] and "offset": ${offset + longest!.kept}.`
    : `Read the rest with other tools of it.`
  const notice = [
    value.notice,
    `This is longer than the ${maxItemTokens} characters of an answer, so it is cut: ${[...new Set(cut.map(({ field }) => field))].join(', ')}. A field that ends in "Cut" says how much is missing.`,
    returnsPage(operation) ? 'Read the item itself for the rest.' : rest,
    where && `Over HTTP it is whole: ${where}.`,
  ]
  return { ...value, notice: notice.filter(Boolean).join(' ') }
}

/** Where a person, or a program with an API key, reads the same. */
function addressOf({ http, reads }: Operation, input: object): string | undefined {
  if (!http || !reads) return undefined
  const { method, path, parameters } = httpParts(http)
  const values = input as Record<string, unknown>
  if (!parameters.every((name) => typeof values[name] === 'string')) return undefined
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  return `${method} ${filled}`
}
