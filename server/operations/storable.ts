import { type FieldError, OperationError } from '../errors/errors.ts'

/** Rejects text that PostgreSQL can't store, at any depth of a value. */
export function requireStorable(value: unknown): void {
  const unstorable = findUnstorable(value, '')
  if (unstorable) throw new OperationError('invalid_input', {}, [unstorable])
}

// PostgreSQL can't store NUL characters or unpaired surrogates.
function findUnstorable(value: unknown, path: string): FieldError | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      return { path, message: 'Must not contain NUL characters or unpaired surrogates.' }
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(key, path) ?? findUnstorable(inner, path ? `${path}.${key}` : key)
    if (found) return found
  }
  return undefined
}
