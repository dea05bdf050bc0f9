import { z } from 'zod'
import { reject } from '../operations/errors.ts'

const usualLimit = 50

/** The parameters that every list takes. */
export const pageInput = {
  limit: z.int().min(1).max(200).default(usualLimit).describe('How many items at most.'),
  cursor: z.string().max(500).optional().describe('Where to go on: nextCursor of the page before.'),
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Pass it as cursor to get the next page; null at the end.'),
  })
}

/** One way to sort a list: the column, its type for the comparison, and the direction. */
export interface Order {
  column: string
  type: 'text' | 'uuid' | 'timestamptz' | 'integer'
  descending: boolean
  /** No two rows that are listed have the same value, so the id has nothing to decide. */
  unique?: true
}

/**
 * Keyset pages: the cursor is the last row's sort value and id, so a page costs the same wherever it starts. Adds its
 * parameters to `values`. Asks for one row more than the page holds, to know whether there is a next one.
 */
export function keyset(order: Order, id: string, page: PageAsked, values: unknown[]) {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const direction = order.descending ? 'desc' : 'asc'
  const byId = order.column === id
  const alone = byId || order.unique
  const orderBy = alone ? `${order.column} ${direction}` : `${order.column} ${direction}, ${id} ${direction}`
  // A plan that serves every limit expects a tenth of the table, so the database would rather plan each time: for the
  // limit that is mostly asked for it knows better.
  const most = page.limit === usualLimit ? usualLimit + 1 : parameter(page.limit + 1, 'integer')
  return {
    after: page.cursor === undefined ? 'true' : after(page.cursor),
    orderAndLimit: `order by ${orderBy} limit ${most}`,
  }

  function after(cursor: string): string {
    const [lastValue, lastId] = decode(page.sort, order, cursor)
    const compare = order.descending ? '<' : '>'
    if (alone) return `${order.column} ${compare} ${parameter(byId ? lastId : lastValue, order.type)}`
    return `(${order.column}, ${id}) ${compare} (${parameter(lastValue, order.type)}, ${parameter(lastId, 'uuid')})`
  }
}

export interface PageAsked {
  limit: number
  sort: string
  cursor?: string | undefined
}

/** Cuts the extra row off and makes the cursor of the next page from the last one kept. */
export function page<Row, Item>(
  rows: Row[],
  { limit, sort }: PageAsked,
  keyOf: (row: Row) => [value: unknown, id: string],
  toItem: (row: Row) => Item,
) {
  const kept = rows.length > limit ? rows.slice(0, limit) : rows
  const nextCursor = rows.length > limit ? encode(sort, keyOf(kept.at(-1)!)) : null
  return { items: kept.map(toItem), nextCursor }
}

function encode(sort: string, key: [unknown, string]): string {
  return Buffer.from(JSON.stringify([sort, ...key])).toString('base64url')
}

const Cursor = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.uuid()])

// What a cursor carries may have been written by anybody, and must fit the type that it is compared with.
const fits = {
  text: z.string(),
  uuid: z.uuid(),
  timestamptz: z.string().regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00)$|^infinity$/),
  integer: z.int32(),
}

function decode(sort: string, order: Order, cursor: string): [string | number | null, string] {
  try {
    const [of, value, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (of === sort && fits[order.type].safeParse(value).success) return [value, id]
  } catch {
    // Falls through to the refusal.
  }
  return reject('invalid_cursor')
}
