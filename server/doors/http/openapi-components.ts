import { errorTable, type ErrorCode } from '../../errors/errors.ts'
import { statuses } from '../../errors/statuses.ts'
import { type Operation, httpParts } from '../../operations/operation.ts'

export type Schema = Record<string, unknown>

/** Returns a reference to a component, so that shared parts are in the document only once. */
export function refer(kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string) {
  return { $ref: `#/components/${kind}/${name}` }
}

const text = { type: 'string' }

/** Returns the name of the response component of a status, such as `NotFound`. */
export function responseName(status: number): string {
  return statuses[status]!.name.replaceAll(' ', '')
}

/** Returns the response components of the documented statuses, as RFC 9457 problems. */
export function problemResponses(documented: Iterable<number>): Record<string, Schema> {
  const content = { 'application/problem+json': { schema: refer('schemas', 'Problem') } }
  const byStatus = [...documented]
    .toSorted((a, b) => a - b)
    .map((status) => {
      const { name, advice } = statuses[status]!
      const headers = headersOf[status]
      return [
        responseName(status),
        { description: `${name}. ${advice}`, ...(headers && { headers }), content },
      ]
    })
  return {
    ...(Object.fromEntries(byStatus) as Record<string, Schema>),
    Problem: { description: 'Any other error, as a problem (RFC 9457).', content },
    OAuthProblem: {
      description: 'An error, as RFC 6749 defines it and with the fields of a problem.',
      content: { 'application/json': { schema: refer('schemas', 'Problem') } },
    },
    NotModified: { description: 'The content has not changed since the ETag in If-None-Match.' },
  }
}

const headersOf: Record<number, Schema> = {
  401: { 'WWW-Authenticate': refer('headers', 'WWW-Authenticate') },
  429: { 'Retry-After': refer('headers', 'Retry-After') },
}

const header = (description: string, schema: Schema = text) => ({ description, schema })

export const headerComponents: Record<string, Schema> = {
  ETag: header('The version of the content, for If-None-Match and If-Match.'),
  Link: header('The URLs of the next page (rel="next") and the first page (rel="first"), RFC 8288.'),
  Location: header('The URL of the new resource.'),
  Redirect: header('The URL to open next.'),
  'Retry-After': header('Seconds to wait.', { type: 'integer' }),
  'WWW-Authenticate': header('The accepted kind of credential.'),
}

const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: text,
})

export const parameterComponents: Record<string, Schema> = {
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'Unique key, up to 255 characters. A repeated request returns the stored response.',
  ),
  IfMatch: headerParameter(
    'If-Match',
    'ETag of the resource. The request fails with 412 if the resource has changed since.',
  ),
  IfNoneMatch: headerParameter(
    'If-None-Match',
    'ETag of a cached response. Returns 304 if it is still current.',
  ),
  Organization: headerParameter(
    'X-Organization',
    'Id or slug of the organization. Default: the last one used.',
  ),
}

export function problemSchema(): Schema {
  const code = 'version_conflict'
  const errors = {
    type: 'array',
    items: { type: 'object', properties: { path: text, message: text }, required: ['path', 'message'] },
  }
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: { ...text, format: 'uri', description: 'The URL of the page that explains the code.' },
      title: text,
      status: { type: 'integer' },
      detail: { ...text, description: 'What happened, and what to do next.' },
      code: { ...text, enum: Object.keys(errorTable) },
      requestId: { ...text, description: 'The id of the request in the log of the server.' },
      errors,
      line: { type: 'integer', description: 'The line of the error in the JSON body.' },
      column: { type: 'integer', description: 'The column of the error in the JSON body.' },
      error: { ...text, description: 'The code again, for OAuth clients.' },
      error_description: { ...text, description: 'The detail again, for OAuth clients.' },
    },
    examples: [
      {
        type: `https://baton.example.com/docs/errors#${code}`,
        title: 'Version conflict',
        status: 412,
        detail:
          'This was changed since you read it and is now at version 4. Read it again, then repeat your change.',
        code,
        requestId: '0199d5a3-6f0e-7d0a-9c3e-2f1b7a8c9d10',
      },
    ],
  }
}

/**
 * Returns the error statuses of an operation: those that follow from its declaration, and those of the codes that it
 * raises. Server and network errors are documented as `default`.
 */
export function errorStatusesOf(operation: Operation, raised: readonly ErrorCode[]): number[] {
  const { method } = httpParts(operation.http!)
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
  const derived: Record<number, boolean> = {
    400: true,
    // An open operation also rejects a credential that isn't valid.
    401: true,
    // A foreign Host or Origin, or a missing permission.
    403: true,
    // A resource, or an organization in X-Organization, that the caller can't see.
    404: true,
    // A reused idempotency key, or a parent that was deleted concurrently.
    409: !operation.reads,
    412: method === 'PUT' || method === 'PATCH',
    413: hasBody,
    415: hasBody,
    429: true,
    431: true,
    507: !operation.reads,
  }
  const statuses = raised.map((code) => errorTable[code][0] as number).filter((status) => status < 500)
  for (const [status, applies] of Object.entries(derived)) if (applies) statuses.push(Number(status))
  return [...new Set(statuses)].toSorted((a, b) => a - b)
}
