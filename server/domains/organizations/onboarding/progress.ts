import { expectVersion } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { SignedIn } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { recordOwn } from '../../../operations/record-own.ts'
import { findHome } from './home.ts'
import { type OnboardingRow, firstStep } from './onboarding.ts'

/** Locks the caller's onboarding row and creates it if needed. */
export async function startOnboarding(ctx: Context & SignedIn): Promise<OnboardingRow> {
  const { db, user } = ctx
  await db.run(
    sql`insert into onboardings (user_id, step, version) values (${user.id}, ${firstStep(await findHome(db, ctx, undefined))}, 0) on conflict do nothing`,
  )
  const [row] = await db.run<OnboardingRow>(
    sql`select * from onboardings where user_id = ${user.id} for update`,
  )
  expectVersion(ctx, row!.version)
  return row!
}

export async function storeStep(ctx: Context & SignedIn, row: OnboardingRow): Promise<OnboardingRow> {
  const { db, user } = ctx
  const [after] = await db.run<OnboardingRow>(
    sql`update onboardings set organization_id = ${row.organization_id}, team_id = ${row.team_id}, credential_id = ${row.credential_id}, step = ${row.step},
            version = version + 1, updated_at = now()
      where user_id = ${user.id} returning *`,
  )
  const type = row.step === 'done' ? 'onboarding.completed' : 'onboarding.advanced'
  const person = { ...user, organization: row.organization_id ? { id: row.organization_id } : null }
  const changed = { version: after!.version }
  recordOwn(ctx, person, type, { kind: 'onboarding', id: user.id }, { step: row.step }, changed)
  return after!
}
