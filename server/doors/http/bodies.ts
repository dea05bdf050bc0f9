import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { OperationError, reject } from '../../errors/errors.ts'
import type { Operation } from '../../operations/operation.ts'
import {
  maxAnonymousValues,
  maxValues,
  parseForm,
  parseJson,
  rejectComplex,
} from '../../operations/parse-json.ts'

/** The maximum size of a JSON body in bytes. */
export const bodyLimit = 1024 * 1024

const defaultUploadLimit = 5 * 1024 * 1024
/** The size of the other fields of a form with a file, in bytes. */
const formOverhead = 64 * 1024

/** Returns the maximum sizes in bytes of an uploaded file and of a form that contains one. */
export function uploadLimits({ maxUploadBytes }: Operation, config: Config) {
  const uploadLimit = maxUploadBytes?.(config) ?? defaultUploadLimit
  return { uploadLimit, bodyLimit: uploadLimit + formOverhead }
}

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
export function parseUploads(http: FastifyInstance, { uploadTypes }: Operation): void {
  http.removeAllContentTypeParsers()
  for (const type of ['multipart/form-data', 'application/octet-stream', /^image\//, ...uploadTypes]) {
    http.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  }
}

/** Returns the error that names the accepted content types. */
export function unsupportedMediaType(operation: Operation | undefined): OperationError {
  return new OperationError('unsupported_media_type', { accepted: acceptedBy(operation) })
}

/** Returns the error that names the limit of the route. */
export function tooLarge({ uploadLimit }: Pick<FastifyContextConfig, 'uploadLimit'>): OperationError {
  const limit = uploadLimit ? `${uploadLimit / 1024 / 1024} MiB` : `${bodyLimit / 1024} KiB`
  return new OperationError('too_large', { limit })
}

function acceptedBy(operation: Operation | undefined): string {
  if (operation?.upload)
    return `multipart/form-data with the file in the field "${operation.upload}", or as the file itself with its own type, such as ${operation.uploadTypes[0] ?? 'image/png'}`
  return operation?.form ? 'application/json or application/x-www-form-urlencoded' : 'application/json'
}

const maxParts = 1000

type Field = [name: string, value: string | File]

/** Returns the fields of an uploaded form, or the whole body as the file field. */
export async function uploadedFields(operation: Operation, request: FastifyRequest): Promise<Field[]> {
  const { body } = request
  if (!Buffer.isBuffer(body)) return []
  const name = operation.upload!
  const { config } = request.routeOptions
  const type = request.headers['content-type']!
  const fields = /^multipart\//i.test(type)
    ? named(name, await formFields(body, type))
    : ([[name, new File([body], name, { type })]] satisfies Field[])
  if (fields.some(([, value]) => value instanceof File && value.size > config.uploadLimit!))
    throw tooLarge(config)
  return fields
}

async function formFields(body: Buffer, type: string): Promise<Field[]> {
  limitParts(body, type)
  const form = new Response(body as Buffer<ArrayBuffer>, { headers: { 'Content-Type': type } }).formData()
  return [...(await form.catch(() => reject('invalid_form')))]
}

/** Limits the number of parts before parsing. A form of 5 MiB can contain 100,000. */
function limitParts(body: Buffer, type: string): void {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? reject('invalid_form')
  let parts = 0
  for (let at = body.indexOf(`--${boundary}`); at !== -1; at = body.indexOf(`--${boundary}`, at + 1))
    if (++parts > maxParts) rejectComplex(maxParts)
}

/** Renames the first file to the expected field, unless a field with that name exists. */
function named(name: string, fields: Field[]): Field[] {
  if (fields.some(([field]) => field === name)) return fields
  const first = fields.find(([, value]) => value instanceof File)
  return fields.map((field) => (field === first ? [name, field[1]] : field))
}
