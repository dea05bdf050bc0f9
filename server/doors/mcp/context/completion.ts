import { type CompleteResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { promptKinds } from '../../../assembly/prompts.ts'
import { resourceKinds } from '../../../assembly/resources.ts'
import type { App } from '../../../operations/context.ts'
import { OperationError } from '../../../errors/errors.ts'
import {
  type Choice,
  type Page,
  type PageRequest,
  type Query,
  type Typed,
  mapPage,
} from '../../../operations/resource.ts'
import { queryAs } from './query.ts'
import { orProtocolError, resourceTemplates } from './resources.ts'
import type { Sender } from '../sender.ts'

const maxValues = 100
const perPage = 200
// Limits the work for each typed letter. Older items are not searched.
const maxPages = 5

export interface CompletionRequest {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
  argument: { name: string; value: string }
  context?: { arguments?: Record<string, string> | undefined } | undefined
}

/** Returns the values visible to the sender that match the typed text. */
export async function complete(
  app: App,
  sender: Sender,
  { ref, argument, context }: CompletionRequest,
): Promise<CompleteResult> {
  const { name, value } = argument
  if (!argumentsOf(ref).includes(name))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no argument "${name.slice(0, 60)}" to complete.`,
    )
  const typed: Typed = { text: value.trim().slice(0, 200), filled: context?.arguments ?? {} }
  const list = choicesOf(name, typed)
  if (!list) return { completion: { values: [], total: 0, hasMore: false } }
  const query = queryAs(app, sender)
  return orProtocolError(app, sender, async () => {
    const { values, hasMore } = await matching(query, list, typed.text)
    const exact =
      values.length === 0
        ? await undefinedIfRejected(resourceKinds.get(name)?.completeExact?.(query, typed.text))
        : undefined
    if (exact !== undefined) values.push(exact)
    return {
      completion: { values: values.slice(0, maxValues), hasMore: hasMore || values.length > maxValues },
    }
  })
}

function argumentsOf(ref: CompletionRequest['ref']): string[] {
  if (ref.type === 'ref/prompt') {
    const known = Object.hasOwn(promptKinds, ref.name) && promptKinds[ref.name]
    if (known) return known.arguments.map((each) => each.name)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${ref.name.slice(0, 60)}".`)
  }
  const template = resourceTemplates.resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri)
  if (template) return [...template.uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'This template does not exist. See resources/templates/list.',
  )
}

type ReadChoices = (query: Query, page: PageRequest) => Promise<Page<Choice>>

/** Returns the list of values for an argument: the items of the kind with its name, or revisions of the filled item. */
function choicesOf(argument: string, typed: Typed): ReadChoices | undefined {
  const kind = resourceKinds.get(argument)
  if (kind?.complete) return (query, page) => kind.complete!(query, page, typed)
  if (argument !== 'revision') return undefined
  const revised = [...resourceKinds.values()].find(({ name, revisions }) => revisions && typed.filled[name])
  if (!revised) return undefined
  const ref = typed.filled[revised.name]!
  return (query, page) =>
    mapPage(revised.revisions!(query, ref, page), ({ revision }): Choice => [`${revision}`])
}

async function matching(
  query: Query,
  list: ReadChoices,
  text: string,
): Promise<{ values: string[]; hasMore: boolean }> {
  const prefix = text.toLowerCase()
  const values = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const found = await undefinedIfRejected(list(query, { limit: perPage, ...(cursor && { cursor }) }))
    const { items, nextCursor } = found ?? { items: [], nextCursor: null }
    for (const names of items)
      if (names.some((name) => name.toLowerCase().startsWith(prefix))) values.add(names[0])
    if (nextCursor === null) return { values: [...values], hasMore: false }
    if (values.size > maxValues) break
    cursor = nextCursor
  }
  return { values: [...values], hasMore: true }
}

/** Returns undefined if items are missing or not accessible, because they have no values to complete. */
async function undefinedIfRejected<Value>(read: Promise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof OperationError && error.status < 429) return undefined
    throw error
  }
}
