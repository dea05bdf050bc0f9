import { z } from 'zod'
import type { NamedOperation } from './registry.ts'

/**
 * Returns the maximum length of the texts that each write accepts, by their path in its input. Forms need it. Leaves
 * out texts that users don't type: references to other items, and the input of OAuth clients.
 */
export function textLimits(served: NamedOperation[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    served.flatMap(({ operation }) => {
      if (operation.reads || !operation.http || operation.form || operation.answers !== 'json') return []
      const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
      const limits = limitsIn(schema as Schema)
      return limits.length > 0 ? [[operation.id, Object.fromEntries(limits)]] : []
    }),
  )
}

interface Schema {
  maxLength?: number
  refers?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

function limitsIn(
  { maxLength, refers, properties, anyOf = [] }: Schema,
  path: string[] = [],
): [string, number][] {
  if (refers !== undefined) return []
  if (maxLength !== undefined) return [[path.join('.'), maxLength]]
  // No form has fields in an object of an object.
  const fields = path.length < 2 ? Object.entries(properties ?? {}) : []
  return [
    ...anyOf.flatMap((schema) => limitsIn(schema, path)),
    ...fields.flatMap(([name, schema]) => limitsIn(schema, [...path, name])),
  ]
}
