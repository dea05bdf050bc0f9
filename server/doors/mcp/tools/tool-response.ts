import type { Operation } from '../../../operations/operation.ts'
import { httpParts } from '../../../operations/operation.ts'
import { counted, lengthOf } from '../../../operations/token-budget.ts'
import { conciseItem, conciseObject } from './concise.ts'
import { type CutText, cutToFit } from './cut-to-fit.ts'
import { type LeanOptions, isObject, leanObject } from './lean.ts'
import { returnsPage } from './output-fields.ts'
import type { Detail, ResponseOptions } from './response-options.ts'

/*
 * Shapes tool responses. Clients put them into the context of a model. Several clients cut responses above about 25,000
 * tokens, or warn above 10,000. A list stays well below the warning. A single item can use the full limit.
 */
export const maxListCharacters = 25_000
export const maxItemCharacters = 100_000

export type Output = Record<string, unknown>

/** Runs an operation reread with another input, such as a smaller limit. */
export type Reread = (input: object) => Promise<Output>

/** Writes whose output is their purpose: the claimed task, the resumed session, the generated file. */
const returnsWholeTexts = new Set(['tasks.claim', 'sessions.resume', 'repos.generateAgentsMd'])

/** Returns the response with the requested detail, within the size limit. A notice reports omitted parts. */
export async function toolResponse(
  operation: Operation,
  input: object,
  output: Output,
  options: ResponseOptions,
  reread: Reread,
): Promise<Output> {
  const shape = (whole: Output) => shaped(operation, input, whole, options)
  const response = shape(output)
  // Some operations already respect a budget from the caller.
  if ('maxTokens' in operation.input.shape) return response
  if (!returnsPage(operation) || !('limit' in operation.input.shape))
    return fitItem(operation, input, response, options)
  if (lengthOf(response) <= maxListCharacters) return response
  return fitPage(operation, response, async (limit) => shape(await reread({ ...input, limit })))
}

function shaped(operation: Operation, input: object, output: Output, options: ResponseOptions): Output {
  const { fields, offset = 0, detail = defaultDetail(operation) } = options
  if (!fields && detail === 'full') return output
  const one = fields ? (item: unknown) => pickFields(item, fields, offset) : undefined
  const items = Array.isArray(output.items) ? (output.items as unknown[]) : undefined
  if (items) {
    const lean = leanOptions(operation, input)
    const short = items.map(one ?? ((item) => conciseItem(item, lean)))
    return recounted(fields ? { ...output, items: short } : withSharedAuthor({ ...output, items: short }))
  }
  if (one) return one(output) as Output
  const shorten = detail === 'concise' ? conciseObject : leanObject
  return recounted(shorten(output, operation.tool, new Set(Object.keys(input))) as Output)
}

/** Returns what the items of a list leave out. A list of one project doesn't repeat its name. */
function leanOptions({ tool }: Operation, input: object): LeanOptions {
  const omits = tool?.omits ?? []
  return { ...tool, omits: 'project' in input ? [...omits, 'project'] : omits }
}

/** Names the author of a list once, if all its items have the same. */
function withSharedAuthor(page: Output): Output {
  const items = itemsOf(page).filter(isObject)
  const author = items[0]?.createdBy
  if (items.length < 2 || typeof author !== 'string') return page
  if (items.some(({ createdBy }) => createdBy !== author)) return page
  return { ...page, createdBy: author, items: items.map(({ createdBy: _, ...item }) => item) }
}

/** Counts the tokens again, if the response reports them. */
function recounted(response: Output): Output {
  return typeof response.tokens === 'number' ? counted({ ...response, tokens: 0 }) : response
}

/**
 * Returns the default detail: concise for lists and writes. A single item is lean, which the caller can't name, because
 * it is the default wherever it makes sense.
 */
function defaultDetail(operation: Operation): Detail | 'lean' {
  if (operation.reads) return returnsPage(operation) ? 'concise' : 'lean'
  return returnsWholeTexts.has(operation.id) ? 'lean' : 'concise'
}

/** Returns the chosen fields, and the key of the item, or its id if it has no key. */
function pickFields(item: unknown, fields: readonly string[], offset: number): unknown {
  if (!isObject(item)) return item
  const identifying = typeof item.key === 'string' ? 'key' : 'id'
  const kept = [...new Set([identifying, ...fields])].filter((name) => name in item)
  return Object.fromEntries(
    kept.map((name) => [name, name === identifying ? item[name] : startingAt(item[name], offset)]),
  )
}

/** Returns the value with all longer texts starting at the offset. */
function startingAt(value: unknown, offset: number): unknown {
  if (offset === 0) return value
  if (typeof value === 'string') return value.length > offset ? value.slice(offset) : value
  if (Array.isArray(value)) return value.map((each) => startingAt(each, offset))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, startingAt(inner, offset)]))
}

/** Reads fewer items, so that the cursor continues right after the last shown item. */
async function fitPage(
  operation: Operation,
  tooLong: Output,
  read: (limit: number) => Promise<Output>,
): Promise<Output> {
  const requested = itemsOf(tooLong).length
  let page = tooLong
  // Concurrent writes can make the new page too long again. It is then read with a smaller limit, down to one item.
  while (lengthOf(page) > maxListCharacters - roomForNotice && itemsOf(page).length > 1)
    page = await read(Math.max(1, countThatFits(page)))
  const shown = itemsOf(page).length
  const response = shown < requested ? { ...page, notice: noticeOf(shown, requested, page.nextCursor) } : page
  if (lengthOf(response) <= maxListCharacters) return response
  // A single item exceeds the limit of a list, so the limit of an item applies.
  return withNotice(operation, {}, cutToFit(response, maxItemCharacters - roomForNotice), {})
}

function noticeOf(shown: number, requested: number, cursor: unknown): string {
  const rest =
    typeof cursor === 'string'
      ? `For the rest, repeat the call with cursor "${cursor}".`
      : 'The other items no longer exist.'
  return `Shows ${shown} of ${requested} items, because a response has at most ${maxListCharacters} characters. ${rest} To shorten it, use filters, "fields" or "detail": "concise".`
}

const roomForNotice = 1000

function countThatFits(page: Output): number {
  const items = itemsOf(page)
  let room = maxListCharacters - roomForNotice - lengthOf({ ...page, items: [] })
  const fits = items.findIndex((item) => (room -= lengthOf(item) + 1) < 0)
  // Always fewer than before, so that the loop ends.
  return Math.min(fits === -1 ? items.length : fits, items.length - 1)
}

function itemsOf(page: Output): unknown[] {
  return page.items as unknown[]
}

function fitItem(operation: Operation, input: object, response: Output, options: ResponseOptions): Output {
  if (lengthOf(response) <= maxItemCharacters) return response
  return withNotice(operation, input, cutToFit(response, maxItemCharacters - roomForNotice), options)
}

/** Adds a notice about the cut parts, and how to read them. */
function withNotice(
  operation: Operation,
  input: object,
  { value, cut }: { value: Output; cut: CutText[] },
  { offset = 0 }: ResponseOptions,
): Output {
  if (cut.length === 0) return value
  const [first] = cut
  const url = urlOf(operation, input)
  const rest = first!.isText
    ? `To continue, use "fields": ["${first!.field}"] and "offset": ${offset + first!.kept}.`
    : 'Use other tools to read the rest.'
  const notice = [
    value.notice,
    `This exceeds the limit of ${maxItemCharacters} characters and was cut: ${[...new Set(cut.map(({ field }) => field))].join(', ')}. A field that ends in "Cut" gives the missing amount.`,
    returnsPage(operation) ? 'Read the item itself for the rest.' : rest,
    url && `The full content is available over HTTP: ${url}.`,
  ]
  return { ...value, notice: notice.filter(Boolean).join(' ') }
}

/** Returns the method and URL that read the same over HTTP. */
function urlOf({ http, reads }: Operation, input: object): string | undefined {
  if (!http || !reads) return undefined
  const { method, path, parameters } = httpParts(http)
  const values = input as Record<string, unknown>
  if (!parameters.every((name) => typeof values[name] === 'string')) return undefined
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  return `${method} ${filled}`
}
