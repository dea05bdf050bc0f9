import { z } from 'zod'
import { type Sql, sql } from '../database/sql.ts'
import type { Actor } from '../database/actor.ts'

export const Named = z.object({ id: z.uuid(), name: z.string() })

/** The public part of an actor. Omits the credential and the impersonating administrator. */
export const Who = z.object({
  kind: z.enum(['user', 'agent', 'system']),
  id: z.uuid().nullable(),
  name: z.string(),
  onBehalfOf: Named.nullable(),
})

export function whoFromActor({ kind, id, name, onBehalfOf }: Actor): z.output<typeof Who> {
  return { kind, id, name, onBehalfOf }
}

/** Returns the SQL condition that the user is the actor, or the user whom an agent acted for. */
export function isDoneBy(userId: string, actor: Sql): Sql {
  return sql`${userId}::uuid::text in (${actor} ->> 'id', ${actor} -> 'onBehalfOf' ->> 'id')`
}

/** The fields that tell who created an item, and when it changed. */
export const authorship = {
  createdBy: Who,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
}

export function authorshipOf(row: {
  created_by: Actor
  created_at: string
  updated_at: string
  version: number
}) {
  return {
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}
