import { z } from 'zod'
import { type Operation, httpParts } from '../../operations/operation.ts'
import { type ObjectSchema, inputSchemaOf, plain } from '../../operations/json-schema.ts'
import { operations } from '../../operations/registry.ts'
import { refusals } from '../../operations/errors.ts'
import { apiVersions } from './headers.ts'

type Schema = Record<string, unknown>

/** The OpenAPI 3.1 description of everything that the operations serve over HTTP. */
export function openApi() {
  const schemas: Record<string, Schema> = { Problem: problemSchema() }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { operation } of operations) {
    if (!operation.http) continue
    const { method, path } = httpParts(operation.http)
    const template = path.replace(/:(\w+)/g, '{$1}')
    ;(paths[template] ??= {})[method.toLowerCase()] = describe(operation, schemas)
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
    operationId: operation.id,
    tags: [operation.id.split('.')[0]],
    summary: operation.summary,
    description: `Who may: ${operation.access.sentence}`,
    security: operation.access.open ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters.map((name) => parameter(name, 'path', input)),
      ...inQuery.map((name) => parameter(name, 'query', input)),
      ...(method === 'POST' ? [idempotencyKey] : []),
      ...(method === 'PUT' || method === 'PATCH' ? [ifMatch] : []),
      ...(operation.access.open ? [] : [organization]),
    ],
    ...(inBody.length > 0 && { requestBody: body(input, inBody) }),
    responses: {
      [operation.created ? '201' : '200']: {
        description: 'Done.',
        content: { 'application/json': { schema: outputSchema(operation.output, schemas) } },
      },
      default: { $ref: '#/components/responses/Problem' },
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

function body(input: ObjectSchema, names: string[]) {
  const required = (input.required ?? []).filter((name) => names.includes(name))
  const properties = Object.fromEntries(names.map((name) => [name, input.properties[name]!]))
  const schema = {
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  }
  return { required: required.length > 0, content: { 'application/json': { schema } } }
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
    },
  }
}

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
