import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { OperationError } from '../../errors/errors.ts'
import { type Operation, httpParts } from '../../operations/operation.ts'
import { uploadedFields } from './bodies.ts'

/**
 * Returns a function that reads an operation's input: from the path, and from the query of a GET or DELETE or the body
 * of other methods. Called once for each operation.
 */
export function inputReader(operation: Operation): (request: FastifyRequest) => unknown {
  const { method } = httpParts(operation.http!)
  const readTexts = textsReader(operation)
  const inPath = ({ params }: FastifyRequest) => readTexts(Object.entries(params as object))
  if (method === 'GET' || method === 'DELETE')
    return (request) => ({ ...readTexts(Object.entries(request.query as object)), ...inPath(request) })
  if (operation.upload)
    return async (request) => ({
      ...readTexts(grouped(await uploadedFields(operation, request))),
      ...inPath(request),
    })
  return (request) => {
    const { body } = request
    const fields =
      body instanceof URLSearchParams ? readTexts(grouped(oauthFields(operation, body))) : requireObject(body)
    return { ...fields, ...inPath(request) }
  }
}

/** Ignores unknown and empty fields (RFC 6749, 3.2). */
function oauthFields({ input }: Operation, form: URLSearchParams): [string, string][] {
  return [...form].filter(([name, value]) => Object.hasOwn(input.shape, name) && value !== '')
}

function requireObject(body: unknown): object {
  if (body === undefined) return {}
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new OperationError('invalid_input', {}, [{ path: '', message: 'The body must be a JSON object.' }])
}

/** Combines repeated fields into a list, as in a query. */
function grouped(fields: Iterable<[string, unknown]>): [string, unknown][] {
  const groups = Map.groupBy(fields, ([name]) => name)
  return [...groups].map(([name, same]) => [
    name,
    same.length > 1 ? same.map(([, value]) => value) : same[0]![1],
  ])
}

function textsReader({ input }: Operation): (fields: [string, unknown][]) => object {
  const readers = new Map(
    Object.entries(input.shape).map(([name, schema]) => [name, textReader(schema as z.ZodType)]),
  )
  return (fields) =>
    Object.fromEntries(fields.map(([name, text]) => [name, readers.get(name)?.(text) ?? text]))
}

type TextReader = (text: unknown) => unknown

/** Returns a converter from text to the type of a schema. It leaves other text unchanged for the schema to reject. */
function textReader(schema: z.ZodType): TextReader {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodNumber) return (text) => (isNumber(text) ? Number(text) : text)
  if (inner instanceof z.ZodBoolean)
    return (text) => (text === 'true' ? true : text === 'false' ? false : text)
  if (inner instanceof z.ZodArray) {
    const element = textReader(inner.element as z.ZodType)
    // Both forms are accepted: ?status=todo,blocked and ?status=todo&status=blocked.
    return (text) => (typeof text === 'string' ? text.split(',') : [text].flat()).map((part) => element(part))
  }
  return (text) => text
}

function isNumber(text: unknown): text is string {
  return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text)
}

/** Returns the schema inside optional(), default() and nullable(). */
function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) {
    inner = inner.def.innerType as z.ZodType
  }
  return inner
}
