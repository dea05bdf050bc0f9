import type { FastifyRequest } from 'fastify'
import { reject } from '../../errors/errors.ts'
import type { Operation } from '../../operations/operation.ts'
import { rejectComplex } from '../../operations/parse-json.ts'
import { tooLarge } from './bodies.ts'
import { uploadLimit } from './limits.ts'

const maxParts = 1000

type Field = [name: string, value: string | File]

/** Returns the fields of an uploaded form, or the whole body as the file field. */
export async function uploadedFields(operation: Operation, request: FastifyRequest): Promise<Field[]> {
  const { body } = request
  if (!Buffer.isBuffer(body)) return []
  const name = operation.upload!
  const type = request.headers['content-type']!
  const fields = /^multipart\//i.test(type)
    ? named(name, await formFields(body, type))
    : ([[name, new File([body], name, { type })]] satisfies Field[])
  if (fields.some(([, value]) => value instanceof File && value.size > uploadLimit)) throw tooLarge(operation)
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
