import type { Config } from '../../../config.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql, type Sql } from '../../../database/sql.ts'
import type { App } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { readSetting } from '../../../operations/settings.ts'
import type { SecondFactorMode } from '../../../config-choices.ts'

/** Columns about the second factor that the query of `authenticate.ts` returns. */
export interface SecondFactorFacts {
  has_second_factor: boolean
  organization_requires_second_factor: boolean | null
  /** The stored setting. The environment variable takes precedence. */
  second_factor_mode: SecondFactorMode | null
}

export type RequiredBy = 'instance' | 'organization'

/** Returns the rule that the caller breaks by having no second factor, or null. */
export function missingSecondFactor(config: Config, facts: SecondFactorFacts): RequiredBy | null {
  if (facts.has_second_factor) return null
  if ((config.SECOND_FACTOR ?? facts.second_factor_mode) === 'required') return 'instance'
  return facts.organization_requires_second_factor ? 'organization' : null
}

/** Returns the name of the instance or organization that requires a second factor of the user, or null. */
export async function requirerOf(app: App, db: Queries, userId: string): Promise<string | null> {
  if ((await readSetting(app.config, db, 'second_factor.mode')) === 'required') return 'This instance'
  const [organization] = await db.run<{ name: string }>(
    sql`select o.name from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = ${userId} and o.require_second_factor order by o.name limit 1`,
  )
  return organization ? `The organization "${organization.name}"` : null
}

/** Rejects a user without a required second factor, for operations that read from all of the user's organizations. */
export async function requireSecondFactorEverywhere(app: App, db: Queries, userId: string): Promise<void> {
  const [user] = await db.run<{ has: boolean }>(
    sql`select second_factor_since is not null as has from users where id = ${userId}`,
  )
  const by = user!.has ? null : await requirerOf(app, db, userId)
  if (by) reject('second_factor_required', { by })
}

/** Rejects a new requirement by an administrator without a second factor, who would be locked out. */
export function requireOwnSecondFactor({ secondFactor }: { secondFactor: boolean }): void {
  if (!secondFactor) reject('own_second_factor_first')
}

/**
 * Returns the SQL condition that user `u` has the second factor that organization `o` or the instance requires, if any.
 * `mode` is the value of SECOND_FACTOR.
 */
export function hasRequiredSecondFactor(mode: SecondFactorMode | undefined): Sql {
  return sql`(u.second_factor_since is not null or not (o.require_second_factor or coalesce(${mode ?? null}::text,
    (select value #>> '{}' from settings where key = 'second_factor.mode'), 'optional') = 'required'))`
}
