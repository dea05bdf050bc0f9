import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../operations/errors.ts'
import { type Operation, httpParts } from '../../operations/operation.ts'

/**
 * Gathers an operation's input from where HTTP carries it: the path, and the query of a GET or DELETE or the body of
 * the others. Worked out once for each operation.
 */
export function inputReader(operation: Operation): (request: FastifyRequest) => unknown {
  const { method } = httpParts(operation.http!)
  const readsQuery = method === 'GET' || method === 'DELETE'
  const readers = Object.fromEntries(
    Object.entries(operation.input.shape).map(([name, schema]) => [name, textReader(schema as z.ZodType)]),
  )
  return (request) => {
    const path = request.params as Record<string, string>
    if (!readsQuery) return { ...requireObject(request.body), ...path }
    const input: Record<string, unknown> = {}
    for (const [name, text] of Object.entries(request.query as Record<string, string | string[]>)) {
      input[name] = readers[name] ? readers[name](text) : text
    }
    return { ...input, ...path }
  }
}

function requireObject(body: unknown): object {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw new Refusal('invalid_input', {}, [{ path: '', message: 'The body must be a JSON object.' }])
}

type TextReader = (text: string | string[]) => unknown

/** A query is text; this gives each field the type that its schema asks for. What does not fit, the schema refuses. */
function textReader(schema: z.ZodType): TextReader {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodNumber) return (text) => (isNumber(text) ? Number(text) : text)
  if (inner instanceof z.ZodBoolean)
    return (text) => (text === 'true' ? true : text === 'false' ? false : text)
  if (inner instanceof z.ZodArray) {
    const element = textReader(inner.element as z.ZodType)
    // Both ways of saying it: ?status=todo,blocked and ?status=todo&status=blocked.
    return (text) => (Array.isArray(text) ? text : text.split(',')).map((part) => element(part))
  }
  return (text) => text
}

function isNumber(text: unknown): text is string {
  return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text)
}

/** The schema inside optional(), default() and nullable(). */
function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) {
    inner = inner.def.innerType as z.ZodType
  }
  return inner
}
