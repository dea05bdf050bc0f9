import { z } from 'zod'
import { type Operation, bindingsOf, httpParts } from '../../operations/operation.ts'
import { type ObjectSchema, inputSchemaOf, plain } from '../../operations/json-schema.ts'
import { type NamedOperation, operations } from '../../operations/registry.ts'
import { refusals } from '../../operations/errors.ts'
import { apiVersions } from './headers.ts'

type Schema = Record<string, unknown>

/** The OpenAPI 3.1 description of everything that the operations serve over HTTP. */
export function openApi(served: NamedOperation[] = operations) {
  const schemas: Record<string, Schema> = { Problem: problemSchema() }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { operation } of served) {
    for (const binding of bindingsOf(operation)) {
      const { method, path } = httpParts(binding)
      const template = path.replace(/:(\w+)/g, '{$1}')
      // Who goes by the operationId (the CLI, generated clients) meets each operation once.
      const name = binding === operation.http ? { operationId: operation.id } : { 'x-alias-of': operation.id }
      ;(paths[template] ??= {})[method.toLowerCase()] = { ...name, ...describe(operation, schemas) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Baton',
      version: apiVersions.at(-1)!,
      summary: 'Where people and AI agents run software projects together.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A JWT from signing in, or an API key (svc_…).',
        },
      },
      responses: {
        Problem: {
          description: 'A refusal, as RFC 9457 describes it.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
        OAuthProblem: {
          description: 'A refusal, as RFC 6749 describes it.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  }
}

function describe(operation: Operation, schemas: Record<string, Schema>) {
  const { method, parameters } = httpParts(operation.http!)
  const input = inputSchemaOf(operation)
  const rest = Object.keys(input.properties).filter((name) => !parameters.includes(name))
  const inQuery = method === 'GET' || method === 'DELETE' ? rest : []
  const inBody = method === 'GET' || method === 'DELETE' ? [] : rest
  return {
    tags: [operation.id.split('.')[0]],
    summary: operation.summary,
    description: `Who may: ${operation.access.sentence}`,
    security: operation.access.open ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters.map((name) => parameter(name, 'path', input)),
      ...inQuery.map((name) => parameter(name, 'query', input)),
      ...(method === 'POST' && operation.answers === 'json' ? [idempotencyKey] : []),
      ...(method === 'PUT' || method === 'PATCH' ? [ifMatch] : []),
      ...(operation.access.open ? [] : [organization]),
    ],
    ...(inBody.length > 0 && { requestBody: body(operation, input, inBody) }),
    responses: {
      ...success(operation, schemas),
      default: { $ref: `#/components/responses/${operation.form ? 'OAuthProblem' : 'Problem'}` },
    },
  }
}

function success(operation: Operation, schemas: Record<string, Schema>) {
  if (operation.answers === 'redirect')
    return { '302': { description: 'Go on there.', headers: { Location: location } } }
  if (operation.answers === 'file')
    return {
      '200': { description: 'The file, as the type that it is.', content: { '*/*': { schema: file } } },
      '304': { description: 'It is still the one that If-None-Match names.' },
    }
  const schema = outputSchema(operation.output, schemas)
  return {
    [operation.created ? '201' : '200']: {
      description: 'Done.',
      content: { 'application/json': { schema } },
    },
  }
}

function parameter(name: string, place: 'path' | 'query', input: ObjectSchema) {
  const { description, ...schema } = input.properties[name]!
  const required = place === 'path' || (input.required?.includes(name) ?? false)
  // ?status=todo,blocked
  const form = schema.type === 'array' ? { style: 'form', explode: false } : {}
  return { name, in: place, required, description, schema, ...form }
}

function body(operation: Operation, input: ObjectSchema, names: string[]) {
  const required = (input.required ?? []).filter((name) => names.includes(name))
  const properties = Object.fromEntries(names.map((name) => [name, input.properties[name]!]))
  const schema = {
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  }
  return { required: required.length > 0, content: content(operation, schema, required) }
}

function content({ upload, form }: Operation, schema: Schema, required: string[]) {
  if (!upload)
    return {
      'application/json': { schema },
      ...(form && { 'application/x-www-form-urlencoded': { schema } }),
    }
  // The file alone is enough where nothing else is asked for.
  const enough = required.every((name) => name === upload)
  return { 'multipart/form-data': { schema }, ...(enough && { 'image/*': { schema: file } }) }
}

/** Schemas that carry an id are put among the components, once, and referred to. */
function outputSchema(schema: z.ZodType, schemas: Record<string, Schema>): Schema {
  const made = plain(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs, ...rest } = JSON.parse(text) as Schema & { $defs?: Record<string, Schema> }
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = withoutId(definition)
  return withoutId(rest)
}

function withoutId({ id: _id, ...rest }: Schema): Schema {
  return rest
}

function problemSchema(): Schema {
  const text = { type: 'string' }
  const errors = {
    type: 'array',
    items: { type: 'object', properties: { path: text, message: text }, required: ['path', 'message'] },
  }
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      detail: { ...text, description: 'What happened, and what to do next.' },
      code: { ...text, enum: Object.keys(refusals) },
      requestId: { ...text, description: 'Name it when you ask for help.' },
      errors,
      error: { ...text, description: 'The code again, where OAuth clients look for it.' },
      error_description: { ...text, description: 'The detail again, for the same clients.' },
    },
  }
}

const file = { type: 'string', format: 'binary' }
const location = { description: 'Where to go on.', schema: { type: 'string' } }
const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})
const idempotencyKey = header(
  'Idempotency-Key',
  'Repeat a request with the same key and it is done only once.',
)
const ifMatch = header(
  'If-Match',
  'The ETag of what you have read: refuses the change if it is no longer that (412).',
)
const organization = header(
  'X-Organization',
  'The id or slug of the organization to work in, if not the last used.',
)
