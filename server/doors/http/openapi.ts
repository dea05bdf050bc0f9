import { z } from 'zod'
import raisedCodes from '../../../contract/error-codes.json' with { type: 'json' }
import { domains } from '../../operations/domains.ts'
import { type Operation, bindingsOf, httpParts } from '../../operations/operation.ts'
import { type ObjectSchema, inputSchemaOf, plain } from '../../operations/json-schema.ts'
import type { RaisedCodes } from '../../assembly/raised-codes.ts'
import { type NamedOperation, operations } from '../../assembly/registry.ts'
import { isCached } from './caching.ts'
import { apiVersions } from './headers.ts'
import { locatorOf } from './links.ts'
import {
  type Schema,
  headerComponents,
  parameterComponents,
  problemResponses,
  problemSchema,
  refer,
  responseName,
  errorStatusesOf,
} from './openapi-components.ts'

/** The shared state while a document is built. */
interface Draft {
  served: NamedOperation[]
  raised: Partial<RaisedCodes>
  schemas: Record<string, Schema>
  documented: Set<number>
}

/** Returns the OpenAPI 3.1 document of all operations with a route. */
export function openApi(
  served: NamedOperation[] = operations,
  // `npm run contract` passes newer codes, which it finds in the source.
  raised = raisedCodes as Partial<RaisedCodes>,
) {
  const draft: Draft = { served, raised, schemas: { Problem: problemSchema() }, documented: new Set() }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { operation } of served) {
    for (const binding of bindingsOf(operation)) {
      const { method, path } = httpParts(binding)
      const template = path.replace(/:(\w+)/g, '{$1}')
      ;(paths[template] ??= {})[method.toLowerCase()] = {
        ...namesOf(operation, binding),
        ...describe(operation, draft),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Baton',
      version: apiVersions.at(-1)!,
      summary: 'People and AI agents run software projects together.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This instance.' }],
    tags: tagsOf(served),
    paths,
    components: {
      schemas: draft.schemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'JWT of a login, or API key (svc_…).',
        },
      },
      parameters: parameterComponents,
      headers: headerComponents,
      responses: problemResponses(draft.documented),
    },
  }
}

/** Returns the operationId. An alias has its own, because ids are unique, and names its operation in `x-alias-of`. */
function namesOf(operation: Operation, binding: string) {
  const position = bindingsOf(operation).indexOf(binding as never)
  if (position === 0) return { operationId: operation.id }
  return { operationId: `${operation.id}.alias${position > 1 ? position : ''}`, 'x-alias-of': operation.id }
}

function tagsOf(served: NamedOperation[]) {
  const names = served.flatMap(({ operation: { id, http } }) => (http ? [id.split('.')[0]!] : []))
  return [...new Set(names)].map((name) => ({ name, description: domains[name] }))
}

function describe(operation: Operation, draft: Draft) {
  const { method, parameters } = httpParts(operation.http!)
  const input = inputSchemaOf(operation)
  const rest = Object.keys(input.properties).filter((name) => !parameters.includes(name))
  const inQuery = method === 'GET' || method === 'DELETE' ? rest : []
  const inBody = method === 'GET' || method === 'DELETE' ? [] : rest
  const raised = draft.raised[operation.id] ?? []
  return {
    tags: [operation.id.split('.')[0]],
    summary: operation.summary,
    description: `Access: ${operation.access.sentence}`,
    security: operation.access.open ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters.map((name) => parameter(name, 'path', input)),
      ...inQuery.map((name) => parameter(name, 'query', input)),
      ...headersOf(operation).map((name) => refer('parameters', name)),
    ],
    ...(inBody.length > 0 && { requestBody: body(operation, input, inBody) }),
    responses: { ...success(operation, draft), ...errors(operation, draft) },
    ...(raised.length > 0 && { 'x-error-codes': raised }),
  }
}

function headersOf(operation: Operation): string[] {
  const { method } = httpParts(operation.http!)
  return [
    ...(method === 'POST' && operation.answers === 'json' ? ['IdempotencyKey'] : []),
    ...(method === 'PUT' || method === 'PATCH' ? ['IfMatch'] : []),
    ...(isCached(operation) ? ['IfNoneMatch'] : []),
    ...(operation.access.open ? [] : ['Organization']),
  ]
}

function success(operation: Operation, { served, schemas }: Draft) {
  if (operation.answers === 'redirect')
    return { '302': { description: 'Redirect.', headers: { Location: refer('headers', 'Redirect') } } }
  const unchanged = isCached(operation) && { '304': refer('responses', 'NotModified') }
  const etag = { ETag: refer('headers', 'ETag') }
  if (operation.answers === 'file')
    return {
      '200': {
        description: 'The file, with its own content type.',
        headers: etag,
        content: { '*/*': { schema: file } },
      },
      ...unchanged,
    }
  const schema = outputSchema(operation.output, schemas)
  const fields = operation.output instanceof z.ZodObject ? operation.output.shape : {}
  const headers = {
    ...((unchanged || 'version' in fields) && etag),
    ...(locatorOf(operation, served) && { Location: refer('headers', 'Location') }),
    ...(operation.http!.startsWith('GET ') && 'nextCursor' in fields && { Link: refer('headers', 'Link') }),
  }
  return {
    [operation.created ? '201' : '200']: {
      description: operation.created ? 'Created.' : 'Done.',
      ...(Object.keys(headers).length > 0 && { headers }),
      content: { 'application/json': { schema } },
    },
    ...unchanged,
  }
}

function errors(operation: Operation, { raised, documented }: Draft) {
  const found = errorStatusesOf(operation, raised[operation.id] ?? [])
  const named = (name: string) => refer('responses', operation.form ? 'OAuthProblem' : name)
  for (const status of operation.form ? [] : found) documented.add(status)
  return {
    ...Object.fromEntries(found.map((status) => [String(status), named(responseName(status))])),
    default: named('Problem'),
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

function content({ upload, uploadTypes, form }: Operation, schema: Schema, required: string[]) {
  if (!upload)
    return {
      'application/json': { schema },
      ...(form && { 'application/x-www-form-urlencoded': { schema } }),
    }
  // The body can be the file alone if no other field is required.
  const canBeFile = required.every((name) => name === upload)
  const [type = 'image/*'] = uploadTypes
  return { 'multipart/form-data': { schema }, ...(canBeFile && { [type]: { schema: file } }) }
}

/** Moves schemas with an id to the components, and refers to them. */
function outputSchema(schema: z.ZodType, schemas: Record<string, Schema>): Schema {
  const created = plain(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
  const text = JSON.stringify(created).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs, ...rest } = JSON.parse(text) as Schema & { $defs?: Record<string, Schema> }
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = withoutId(definition)
  return withoutId(rest)
}

function withoutId({ id: _id, ...rest }: Schema): Schema {
  return rest
}

const file = { type: 'string', format: 'binary' }
