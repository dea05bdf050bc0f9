import type { z } from 'zod'
import type { JournalRow } from '../database/journal.ts'
import type { Actor } from '../database/actor.ts'
import { OperationError } from '../errors/errors.ts'
import type { Operation } from './operation.ts'

/**
 * Performs a read operation with the rights of the caller. Resources, prompts and completions read only through this
 * function, so a token never sees more here than through its tools.
 */
export type Query = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<string, Input, Output>,
  input: z.input<Input>,
) => Promise<z.output<Output>>

/** A kind of MCP resources, such as tasks. Its domain declares it, and assembly/resources.ts lists it. */
export interface ResourceKind {
  /** The first part of the URI, such as `task` in baton://task/WEB-42. */
  name: string
  title: string
  description: string
  mimeType: ResourceContent['mimeType']
  /** The URI parameter, if it differs from the name. */
  parameter?: string
  /** Returns an item, at a revision if the kind has `revisions`. */
  show(query: Query, ref: string, revision?: number): Promise<ResourceContent>
  /** Returns the id of an item, for kinds where `show` reads much more than that. */
  findId?(query: Query, ref: string): Promise<string>
  /** Returns a page of the resource list. Kinds with too many items are not listed. */
  list?(query: Query, page: PageRequest): Promise<Page<ListedResource>>
  /** Returns a page of the values that the URI parameter can have. */
  complete?(query: Query, page: PageRequest, typed: Typed): Promise<Page<Choice>>
  /** Returns the value for a key that is typed in full, because completion reads only the newest items. */
  completeExact?(query: Query, text: string): Promise<string | undefined>
  /** Returns a page of the revisions of an item. Kinds without this function have no earlier revisions to read. */
  revisions?(query: Query, ref: string, page: PageRequest): Promise<Page<{ revision: number }>>
  /** Returns whether an event changes an item. By default, events about the item and its comments do. */
  isChangedBy?(row: JournalRow, id: string): boolean
}

export interface ResourceContent {
  /** The id of the item in the journal. */
  id: string
  /** The URI, with the key or slug that people use. */
  uri: string
  title: string
  lastModified: string
  mimeType: 'text/markdown' | 'application/json'
  text: string
}

export interface ListedResource {
  ref: string
  title: string
  /** Default: the description of the kind. */
  description?: string
  lastModified: string
}

export interface PageRequest {
  limit: number
  cursor?: string
}

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** The text typed for a parameter, and the values of the other parameters. */
export interface Typed {
  text: string
  filled: Record<string, string>
}

/** A completion value, and the other names that typed text is matched against. */
export type Choice = [value: string, ...names: string[]]

export async function mapPage<Item, Mapped>(
  read: Promise<Page<Item>>,
  convert: (item: Item) => Mapped,
): Promise<Page<Mapped>> {
  const { items, nextCursor } = await read
  return { items: items.map(convert), nextCursor }
}

/** Returns undefined if the caller is not allowed to read, so that a collection can leave out that part. */
export async function undefinedIfForbidden<Value>(result: Promise<Value>): Promise<Value | undefined> {
  return result.catch((error: unknown) => {
    if (error instanceof OperationError && error.status === 403) return undefined
    throw error
  })
}

export function uriOf(kind: string, ref: string, revision?: number): string {
  const uri = `baton://${kind}/${encodeURIComponent(ref)}`
  return revision === undefined ? uri : `${uri}/revisions/${revision}`
}

/** Returns the output of an operation as a resource. */
export function record(
  uri: string,
  title: string,
  output: { id: string; updatedAt: string },
): ResourceContent {
  const { id, updatedAt } = output
  const text = JSON.stringify(output)
  return { id, uri, title, lastModified: updatedAt, mimeType: 'application/json', text }
}

/** Returns a Markdown document as a resource, with its metadata as front matter. */
export function documentResource(
  uri: string,
  about: Pick<ResourceContent, 'id' | 'title' | 'lastModified'>,
  frontMatter: Record<string, unknown>,
  content: string,
): ResourceContent {
  return { ...about, uri, mimeType: 'text/markdown', text: markdown(frontMatter, content) }
}

/** Returns a document with its metadata as front matter. Each value is JSON on one line. */
function markdown(about: Record<string, unknown>, content: string): string {
  const lines = Object.entries(about)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return ['---', ...lines, '---', '', content].join('\n')
}

/** Returns the name of an author for the metadata of a document. */
export function nameOf({ name, onBehalfOf }: Pick<Actor, 'name' | 'onBehalfOf'>): string {
  return onBehalfOf ? `${name}, for ${onBehalfOf.name}` : name
}

const maxTitleLength = 120

/** Shortens a title to one line for a list. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > maxTitleLength ? `${characters.slice(0, maxTitleLength - 1).join('')}…` : line
}
