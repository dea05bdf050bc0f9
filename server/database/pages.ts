import { z } from 'zod'
import type { Queries } from './queries.ts'
import { type Sql, sql } from './sql.ts'
import { reject } from '../errors/errors.ts'

const defaultLimit = 50

/** The parameters of every list. */
export const pageInput = {
  limit: z.int().min(1).max(200).default(defaultLimit).describe('Maximum items per page.'),
  cursor: z.string().max(500).optional().describe('nextCursor of the previous page.'),
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Cursor of the next page, or null on the last page.'),
  })
}

/** A sort order of a list: the column, its type for comparisons, and the direction. */
export interface Order {
  column: string
  type: 'text' | 'uuid' | 'timestamptz' | 'integer'
  descending: boolean
  /** Set if no two listed rows have the same value, so that no tiebreaker is needed. */
  unique?: true
}

/** The order of a list with one query: its name in cursors, and the id column that breaks ties. */
export interface ListOrder extends Order {
  sort: string
  id: string
}

/** Orders a list by creation, because ids are created in ascending order. */
export function orderByNewest(id: string, sort = '-createdAt'): ListOrder {
  return { sort, id, column: id, type: 'uuid', descending: true }
}

export function orderByOldest(id: string, sort = 'createdAt'): ListOrder {
  return { ...orderByNewest(id, sort), descending: false }
}

export function orderByText(column: string, id: string, sort = 'name'): ListOrder {
  return { sort, id, column, type: 'text', descending: false }
}

/** The SQL of a page: the condition that continues after the cursor, and the order with the limit. */
export interface Keyset {
  after: Sql
  orderAndLimit: Sql
}

/** A listed row. `sort_value` is the value of the order's column, unless that is the id. */
interface ListedRow {
  id: string
  sort_value?: string | number
}

/** Reads one page of a list and maps its rows to items. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- It also types the rows of the query.
export async function readPage<Row extends ListedRow, Item>(
  db: Queries,
  { limit, cursor }: Omit<PageAsked, 'sort'>,
  order: ListOrder,
  select: (keyset: Keyset) => Sql,
  toItem: (row: Row) => Item,
) {
  const asked = { limit, cursor, sort: order.sort }
  const rows = await db.run<Row>(select(keysetPage(order, order.id, asked)))
  const isById = order.column === order.id
  return page(rows, asked, ({ id, sort_value }) => [isById ? id : sort_value, id], toItem)
}

/**
 * Builds the SQL of keyset pagination. The cursor holds the sort value and id of the last row, so every page costs the
 * same. Selects one extra row, which shows whether there is a next page.
 */
export function keysetPage(order: Order, id: string, page: PageAsked): Keyset {
  // With the limit as a parameter, a generic plan expects a tenth of the table, so PostgreSQL replans each time. A
  // literal for the default limit avoids that.
  const rowLimit = page.limit === defaultLimit ? sql.raw(defaultLimit + 1) : sql`${page.limit + 1}::integer`
  return {
    after: page.cursor === undefined ? sql`true` : afterCursor(order, id, page.sort, page.cursor),
    orderAndLimit: sql`order by ${orderColumns(order, id)} limit ${rowLimit}`,
  }
}

/** Returns the columns that a list is sorted by, for `order by`. */
export function orderColumns(order: Order, id: string): Sql {
  const column = sql.raw(order.column)
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  return isUnique(order, id)
    ? sql`${column} ${direction}`
    : sql`${column} ${direction}, ${sql.raw(id)} ${direction}`
}

function afterCursor(order: Order, id: string, sort: string, cursor: string): Sql {
  const [lastValue, lastId] = decode(sort, order, cursor)
  const compare = sql.raw(order.descending ? '<' : '>')
  const column = sql.raw(order.column)
  const type = sql.raw(order.type)
  if (isUnique(order, id))
    return sql`${column} ${compare} ${order.column === id ? lastId : lastValue}::${type}`
  return sql`(${column}, ${sql.raw(id)}) ${compare} (${lastValue}::${type}, ${lastId}::uuid)`
}

function isUnique(order: Order, id: string): boolean {
  return order.column === id || order.unique === true
}

export interface PageAsked {
  limit: number
  sort: string
  cursor?: string | undefined
}

/** Removes the extra row, and creates the cursor of the next page from the last remaining one. */
export function page<Row, Item>(
  rows: Row[],
  { limit, sort }: PageAsked,
  keyOf: (row: Row) => [value: unknown, id: string],
  toItem: (row: Row) => Item,
) {
  const pageRows = rows.length > limit ? rows.slice(0, limit) : rows
  const nextCursor = rows.length > limit ? encode(sort, keyOf(pageRows.at(-1)!)) : null
  return { items: pageRows.map(toItem), nextCursor }
}

function encode(sort: string, key: [unknown, string]): string {
  return Buffer.from(JSON.stringify([sort, ...key])).toString('base64url')
}

const Cursor = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.uuid()])

// A cursor can be forged, so its value must fit the type that it is compared with.
const valueSchemas = {
  text: z.string(),
  uuid: z.uuid(),
  timestamptz: z.string().regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00)$|^infinity$/),
  integer: z.int32(),
}

/** Returns the name of the order that a cursor continues, for lists that join two orders. The value is not checked. */
export function sortOfCursor(cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : parse(cursor)?.[0]
}

function parse(cursor: string): z.output<typeof Cursor> | undefined {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return undefined
  }
}

function decode(sort: string, order: Order, cursor: string): [string | number | null, string] {
  const [cursorSort, value, id] = parse(cursor) ?? reject('invalid_cursor')
  if (cursorSort !== sort || !valueSchemas[order.type].safeParse(value).success) reject('invalid_cursor')
  return [value, id]
}
