import type { Config } from '../../config.ts'
import type { Queries } from '../../database/connect.ts'
import type { App } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { readSetting } from '../admin/settings.ts'
import type { SecondFactorMode } from './modes.ts'

/** What a query of the caller says about the second factor: see `authenticate.ts`. */
export interface SecondFactorFacts {
  has_second_factor: boolean
  organization_requires_second_factor: boolean | null
  /** The stored setting. The environment variable takes precedence. */
  second_factor_mode: SecondFactorMode | null
}

export type RequiredBy = 'instance' | 'organization'

/** Says which rule the caller breaks by having no second factor; null if none. */
export function missingSecondFactor(config: Config, facts: SecondFactorFacts): RequiredBy | null {
  if (facts.has_second_factor) return null
  if ((config.SECOND_FACTOR ?? facts.second_factor_mode) === 'required') return 'instance'
  return facts.organization_requires_second_factor ? 'organization' : null
}

/** Names who requires a second factor of a person, in any of their organizations; null if it is their choice. */
export async function requirerOf(app: App, db: Queries, userId: string): Promise<string | null> {
  if ((await readSetting(app.config, db, 'second_factor.mode')) === 'required') return 'This instance'
  const [organization] = await db.run<{ name: string }>(
    `select o.name from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = $1 and o.require_second_factor order by o.name limit 1`,
    [userId],
  )
  return organization ? `The organization "${organization.name}"` : null
}

/** For operations that gather from all organizations of a person, whichever is the current one. */
export async function requireSecondFactorEverywhere(app: App, db: Queries, userId: string): Promise<void> {
  const [user] = await db.run<{ has: boolean }>(
    'select second_factor_since is not null as has from users where id = $1',
    [userId],
  )
  const by = user!.has ? null : await requirerOf(app, db, userId)
  if (by) reject('second_factor_required', { by })
}

/** Rejects a rule by a person who doesn't follow it: they would lock themselves out. */
export function requireOwnSecondFactor({ secondFactor }: { secondFactor: boolean }): void {
  if (!secondFactor) reject('own_second_factor_first')
}
