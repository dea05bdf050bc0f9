import type { z } from 'zod'
import type { FieldError } from './errors.ts'
import { didYouMean, nearest, nearestParameter } from './nearest.ts'
import type { Operation } from './operation.ts'

/** What is wrong with an input, field by field, and what was probably meant. */
export function fieldErrorsOf(operation: Operation, error: z.ZodError, given: unknown): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: (path ? `${path}.${key}` : key).slice(0, longestPath),
        message: unknownField(key, path === '' ? Object.keys(operation.input.shape) : []),
      }))
    const hint = issue.code === 'invalid_value' ? nearestValue(issue, given) : ''
    return [{ path, message: issue.message + hint }]
  })
}

const longestPath = 200

function unknownField(key: string, names: string[]): string {
  const near = nearestParameter(key, names)
  if (near) return `There is no such field. ${didYouMean([near])}`
  return names.length > 0
    ? `There is no such field. There are: ${names.join(', ')}.`
    : 'There is no such field.'
}

function nearestValue({ path, values }: z.core.$ZodIssueInvalidValue, given: unknown): string {
  const value = path.reduce<unknown>((at, name) => (at as Record<PropertyKey, unknown> | null)?.[name], given)
  if (typeof value !== 'string') return ''
  const near = nearest(value, values.map(String)).slice(0, 1)
  return near.length > 0 ? ` ${didYouMean(near)}` : ''
}
