import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { events } from '../../../database/events.ts'
import { type JournalRow, type Position, writtenBefore } from '../../../database/journal.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import { reference } from '../../../operations/reference.ts'
import { anyUuid } from '../../../platform/ids.ts'
import {
  type AccessPath,
  combinePaths,
  isActor,
  isPrincipal,
  newestRows,
  withinTime,
} from '../../journal/newest-rows.ts'
import { findUserId } from '../user.ts'

export const auditFilters = {
  actor: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .optional()
    .describe(
      'Only events by this user: username, email address or id; also as impersonator or through an agent. Or an agent id.',
    ),
  type: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Only this type (user.suspended), or this type prefix with a dot (user.).'),
  organization: reference('organization', 'Only events of this organization: slug or id.').optional(),
  impersonated: z
    .boolean()
    .optional()
    .describe('True: only events while an administrator impersonated the user.'),
  since: z.iso.datetime().optional().describe('Only events at or after this time.'),
  until: z.iso.datetime().optional().describe('Only events up to this time.'),
}

export type AuditFilter = z.output<z.ZodObject<typeof auditFilters>>

/** The filter as SQL, resolved once for all pages of an export. */
export interface AuditQuery {
  paths: AccessPath[]
  conditions: Sql[]
}

export async function auditQuery(db: Queries, filter: AuditFilter): Promise<AuditQuery> {
  const actor = filter.actor && (await findActorId(db, filter.actor))
  const organization = filter.organization && (await findOrganizationId(db, filter.organization))
  const isImpersonated = filter.impersonated ?? false
  const hasFewRows = actor !== undefined || isImpersonated
  const paths = combinePaths([
    actor ? byActor(actor) : [{ where: sql`true` }],
    organization ? [{ where: sql`journal.organization_id = ${organization}::uuid` }] : [{ where: sql`true` }],
    byType(filter.type, hasFewRows),
  ])
  const conditions = [
    ...(filter.impersonated === undefined ? [] : [isImpersonated ? impersonated : sql`not ${impersonated}`]),
    ...(await withinTime(db, filter)),
  ]
  return { paths, conditions }
}

export function auditRows(
  db: Queries,
  { paths, conditions }: AuditQuery,
  before: Position | undefined,
  limit: number,
): Promise<JournalRow[]> {
  return newestRows(db, paths, before ? [...conditions, writtenBefore(before)] : conditions, limit)
}

/** The condition of the index `journal_impersonated`. */
const impersonated = sql`(actor ->> 'impersonatedBy' is not null)`

function byActor(id: string): AccessPath[] {
  return [
    { where: isActor(id) },
    { where: isPrincipal(id) },
    { where: sql`${impersonated} and actor -> 'impersonatedBy' ->> 'id' = ${id}::text` },
  ]
}

/**
 * Returns access paths for a type or a type prefix. The index lists the rows of each type in journal order, so a prefix
 * is read type by type. With `together`, another filter already leaves few rows, and one condition covers all types.
 */
function byType(typeOrPrefix: string | undefined, together: boolean): AccessPath[] {
  if (typeOrPrefix === undefined) return [{ where: sql`true` }]
  const types = Object.keys(events).filter((type) =>
    typeOrPrefix.endsWith('.') ? type.startsWith(typeOrPrefix) : type === typeOrPrefix,
  )
  if (together || types.length === 0) return [{ where: sql`type = any(${types}::text[])` }]
  return types.map((type) => ({ where: sql`type = ${type}::text` }))
}

/** Accepts every id, because erased users and deleted agents still have events. */
async function findActorId(db: Queries, ref: string): Promise<string> {
  return anyUuid.test(ref) ? ref.toLowerCase() : findUserId(db, ref)
}

async function findOrganizationId(db: Queries, ref: string): Promise<string> {
  if (anyUuid.test(ref)) return ref
  const [found] = await db.run<{ id: string }>(sql`select id from organizations where slug = ${ref}`)
  return found?.id ?? reject('not_found', { kind: 'organization', ref })
}
