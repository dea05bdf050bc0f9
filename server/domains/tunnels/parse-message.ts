import type { z } from 'zod'
import { OperationError } from '../../errors/errors.ts'

/** Parses a message of a machine, or rejects it with `invalid_input`. */
export function parseMessage<Message>(schema: z.ZodType<Message>, given: unknown): Message {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new OperationError('invalid_input', {}, errors)
}
