import { type FieldError, OperationError } from './errors.ts'

/** Rejects text that PostgreSQL can't store, wherever it is in a value. */
export function requireStorable(value: unknown): void {
  const unstorable = findUnstorable(value, '')
  if (unstorable) throw new OperationError('invalid_input', {}, [unstorable])
}

// PostgreSQL stores neither NUL characters nor halves of surrogate pairs; say so instead of failing on them.
function findUnstorable(value: unknown, path: string): FieldError | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      return { path, message: 'Contains characters that are not text.' }
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(key, path) ?? findUnstorable(inner, path ? `${path}.${key}` : key)
    if (found) return found
  }
  return undefined
}
