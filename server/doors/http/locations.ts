import { z } from 'zod'
import { type Operation, httpParts } from '../../operations/operation.ts'
import type { NamedOperation } from '../../operations/registry.ts'

/** Returns the URL of the thing that was created, from the output and the parameters of the request's path. */
export type LocateCreated = (output: unknown, params: Record<string, unknown>) => string

/**
 * Derives the `Location` of a 201: the path of the operation that reads the new thing by its id. It is of the same domain
 * and shows the same fields. Undefined if no GET reads the thing alone.
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
    const thing = findThing(created, read, name)
    return thing ? [{ path, name, thing }] : []
  })
  const below = found.find(({ path, name }) => path === `${collection}/:${name}`)
  const { path, name, thing } = below ?? found[0] ?? {}
  return path && name && thing ? locator(path, name, thing) : undefined
}

type ThingIn = (output: unknown) => { id: string }

/** The output is the thing itself, or has it in the field that is named as the parameter: `{ memory, similar }`. */
function findThing(created: Operation, read: Operation, name: string): ThingIn | undefined {
  if (isSameThing(fieldsOf(created.output), fieldsOf(read.output)))
    return (output) => output as { id: string }
  const inner = created.output instanceof z.ZodObject ? created.output.shape[name] : undefined
  if (!inner || !isSameThing(fieldsOf(inner as z.ZodType), fieldsOf(read.output))) return undefined
  return (output) => (output as Record<string, { id: string }>)[name]!
}

/** One of the two may show more: a list of dependencies, or a secret that is shown once. */
function isSameThing(one: Set<string>, other: Set<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one]
  return fewer.has('id') && [...fewer].every((field) => more.has(field))
}

function fieldsOf(schema: z.ZodType): Set<string> {
  return new Set(schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
}

function locator(path: string, name: string, thing: ThingIn): LocateCreated {
  return (output, params) =>
    path.replace(/:(\w+)/g, (_, parameter: string) =>
      encodeURIComponent(String(parameter === name ? thing(output).id : params[parameter])),
    )
}
