import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Operation, httpParts } from '../../operations/operation.ts'
import type { NamedOperation } from '../../assembly/registry.ts'

/**
 * Adds the `Link` header of a list page (RFC 8288): the next page, and the first page if this is a later one. The URLs
 * are relative to the request, and keep its query. Does nothing for an output that isn't a page.
 */
export function addPageLinks({ url, method }: FastifyRequest, reply: FastifyReply, output: unknown): void {
  const { nextCursor, more } = output as { nextCursor?: unknown; more?: unknown }
  // The cursor of a POST is in its body, so a link can't contain it.
  if (nextCursor === undefined || method === 'POST') return
  const [path = '', query = ''] = url.split('?', 2)
  const links: string[] = []
  // An event list has a cursor even on its last page, for later events.
  if (typeof nextCursor === 'string' && more !== false)
    links.push(link(path, query, 'next', (params) => params.set('cursor', nextCursor)))
  if (/(^|&)cursor=/.test(query)) links.push(link(path, query, 'first', (params) => params.delete('cursor')))
  if (links.length > 0) reply.raw.setHeader('Link', links.join(', '))
}

function link(path: string, query: string, rel: string, change: (params: URLSearchParams) => void): string {
  const params = new URLSearchParams(query)
  change(params)
  const changed = params.toString()
  // The client chose the path. It must not end the URL of the link.
  const safe = path.replace(/[<>"\s]/g, encodeURIComponent)
  return `<${safe}${changed && `?${changed}`}>; rel="${rel}"`
}

/** Returns the URL of the created item, from the output and the path parameters of the request. */
export type LocateCreated = (output: unknown, params: Record<string, unknown>) => string

/**
 * Derives the `Location` of a 201: the path of the GET operation of the same domain that returns the same fields by id.
 * Returns undefined if no such operation exists.
 */
export function locatorOf(created: Operation, served: NamedOperation[]): LocateCreated | undefined {
  if (!created.created || !created.http) return undefined
  const { path: collection, parameters: given } = httpParts(created.http)
  const [domain] = created.id.split('.')
  const found = served.flatMap(({ operation: read }) => {
    if (!read.id.startsWith(`${domain}.`) || !read.http?.startsWith('GET ') || read.answers !== 'json')
      return []
    const { path, parameters } = httpParts(read.http)
    const name = parameters.at(-1)
    if (name === undefined || !path.endsWith(`/:${name}`)) return []
    if (!parameters.slice(0, -1).every((parent) => given.includes(parent))) return []
    const itemIn = findItem(created, read, name)
    return itemIn ? [{ path, name, itemIn }] : []
  })
  const below = found.find(({ path, name }) => path === `${collection}/:${name}`)
  const { path, name, itemIn } = below ?? found[0] ?? {}
  return path && name && itemIn ? locator(path, name, itemIn) : undefined
}

type FindItem = (output: unknown) => { id: string }

/** Finds the item: the output itself, or its field with the name of the parameter, as in `{ memory, similar }`. */
function findItem(created: Operation, read: Operation, name: string): FindItem | undefined {
  if (isSameItem(fieldsOf(created.output), fieldsOf(read.output))) return (output) => output as { id: string }
  const inner = created.output instanceof z.ZodObject ? created.output.shape[name] : undefined
  if (!inner || !isSameItem(fieldsOf(inner as z.ZodType), fieldsOf(read.output))) return undefined
  return (output) => (output as Record<string, { id: string }>)[name]!
}

/** Returns whether both have the same fields. One can have more, such as a secret that is shown once. */
function isSameItem(one: Set<string>, other: Set<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one]
  return fewer.has('id') && [...fewer].every((field) => more.has(field))
}

/** Returns the fields that are always there. Optional ones depend on the request, such as the tasks of a new project. */
function fieldsOf(schema: z.ZodType): Set<string> {
  if (!(schema instanceof z.ZodObject)) return new Set()
  const fields = Object.entries(schema.shape)
  return new Set(fields.filter(([, field]) => !(field instanceof z.ZodOptional)).map(([name]) => name))
}

function locator(path: string, name: string, itemIn: FindItem): LocateCreated {
  return (output, params) =>
    path.replace(/:(\w+)/g, (_, parameter: string) =>
      encodeURIComponent(String(parameter === name ? itemIn(output).id : params[parameter])),
    )
}
