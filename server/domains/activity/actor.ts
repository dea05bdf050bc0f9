import { z } from 'zod'
import type { Actor } from '../../operations/caller.ts'

export const Named = z.object({ id: z.uuid(), name: z.string() })

/** Who did a thing, as everybody may know it. */
export const Who = z.object({
  kind: z.enum(['user', 'agent', 'system']),
  id: z.uuid().nullable(),
  name: z.string(),
  onBehalfOf: Named.nullable(),
})

export function whoFromActor({ kind, id, name, onBehalfOf }: Actor): z.output<typeof Who> {
  return { kind, id, name, onBehalfOf }
}
