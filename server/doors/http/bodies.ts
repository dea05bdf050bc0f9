import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OperationError } from '../../errors/errors.ts'
import type { Operation } from '../../operations/operation.ts'
import { maxAnonymousValues, maxValues, parseForm, parseJson } from '../../operations/parse-json.ts'
import { bodyLimit, uploadLimit } from './limits.ts'

/** Accepts only JSON. An empty body counts as an empty object, so that a POST without input needs no body. */
export function parseJsonBodies(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    try {
      // Fastify's own parser rejects "__proto__". Here it is an ordinary unknown field.
      done(null, parseJson(body as string, maxValuesOf(request)))
    } catch (error) {
      done(error as Error)
    }
  })
}

function maxValuesOf({ caller }: FastifyRequest): number {
  return caller && caller.kind !== 'anonymous' ? maxValues : maxAnonymousValues
}

/** Also accepts URL-encoded forms. */
export function parseForms(http: FastifyInstance): void {
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      try {
        done(null, parseForm(body as string, maxValuesOf(request)))
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

/** Accepts a form with a file, or the file itself. It is parsed later, after authentication. */
export function parseUploads(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  for (const type of ['multipart/form-data', 'application/octet-stream', /^image\//]) {
    http.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  }
}

/** Returns the error that names the accepted content types. */
export function unsupportedMediaType(operation: Operation | undefined): OperationError {
  return new OperationError('unsupported_media_type', { accepted: acceptedBy(operation) })
}

export function tooLarge(operation: Operation | undefined): OperationError {
  const limit = operation?.upload ? `${uploadLimit / 1024 / 1024} MiB` : `${bodyLimit / 1024} KiB`
  return new OperationError('too_large', { limit })
}

function acceptedBy(operation: Operation | undefined): string {
  if (operation?.upload)
    return `multipart/form-data with the file in the field "${operation.upload}", or as the file itself with its own type, such as image/png`
  return operation?.form ? 'application/json or application/x-www-form-urlencoded' : 'application/json'
}
