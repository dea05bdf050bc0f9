import type { z } from 'zod'
import type { FieldError } from '../errors/errors.ts'
import { didYouMean, nearest, nearestParameter } from './nearest.ts'
import type { Operation } from './operation.ts'

/** Limits for the errors of one response. Without them, a small request could cause a large response. */
const maxUnknownFields = 20
const maxErrors = 50

/** Returns the errors of an input by field, each with the nearest valid name or value. */
export function fieldErrorsOf(operation: Operation, error: z.ZodError, given: unknown): FieldError[] {
  const errors: FieldError[] = []
  let unknown = 0
  for (const issue of error.issues.slice(0, maxErrors)) {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      const names = path === '' ? Object.keys(operation.input.shape) : []
      for (const key of issue.keys.slice(0, Math.max(0, maxUnknownFields - unknown)))
        errors.push({ path: [...issue.path, key].join('.'), message: unknownField(key, names) })
      unknown += issue.keys.length
    } else {
      const hint = issue.code === 'invalid_value' ? nearestValue(issue, given) : ''
      errors.push({ path, message: issue.message + hint })
    }
  }
  const unnamed = [
    ...more(unknown - maxUnknownFields, 'unknown fields'),
    ...more(error.issues.length - maxErrors, 'errors'),
  ]
  return [...errors.slice(0, maxErrors), ...unnamed]
}

function more(count: number, things: string): FieldError[] {
  return count > 0 ? [{ path: '', message: `There are ${count} more ${things}.` }] : []
}

function unknownField(key: string, names: string[]): string {
  const near = nearestParameter(key, names)
  if (near) return `Unknown field. ${didYouMean([near])}`
  return names.length > 0 ? `Unknown field. Known fields: ${names.join(', ')}.` : 'Unknown field.'
}

function nearestValue({ path, values }: z.core.$ZodIssueInvalidValue, given: unknown): string {
  const value = path.reduce<unknown>((at, name) => (at as Record<PropertyKey, unknown> | null)?.[name], given)
  if (typeof value !== 'string') return ''
  const near = nearest(value, values.map(String)).slice(0, 1)
  return near.length > 0 ? ` ${didYouMean(near)}` : ''
}
