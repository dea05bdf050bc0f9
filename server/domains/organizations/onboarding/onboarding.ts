import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import type { Rows } from '../../../database/row-types.ts'
import { sql } from '../../../database/sql.ts'
import { type SignedIn, hasRole } from '../../../operations/access.ts'
import type { CallingOrganization } from '../../../operations/caller.ts'
import { OrganizationOfUser, publicOrganization } from '../../auth/accounts/user.ts'
import {
  Credential,
  type ShownCredential,
  credentialFromRow,
  selectCredentials,
} from '../../auth/credentials/credential.ts'
import { mcpUrl, mcpUrlOf } from '../../auth/credentials/mcp-tokens.ts'
import { findHome } from './set-up.ts'
import { expectVersion } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import { recordOwn } from '../../../operations/record-own.ts'

/** Steps of the onboarding, in order. Each step can be skipped, reopened and repeated. */
export const steps = ['organization', 'people', 'connect', 'done'] as const
type Step = (typeof steps)[number]

/** Items that a request sets up. */
export interface SetUpItems {
  organization?: unknown
  team?: unknown
  invitations?: unknown
  token?: unknown
}

/** Returns the step after a request. Repeating an earlier step never moves the user back. */
export function stepAfter(step: Step, { organization, team, invitations, token }: SetUpItems): Step {
  const reached: Step = (token ?? invitations) ? 'connect' : (organization ?? team) ? 'people' : step
  return steps.indexOf(reached) > steps.indexOf(step) ? reached : step
}

/** The onboarding as the API returns it. */
export const Onboarding = z
  .object({
    step: z.enum(steps).describe('Next step.'),
    begun: z.boolean().describe('Whether the caller has started the onboarding.'),
    organization: OrganizationOfUser.nullable(),
    team: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
    invited: z.array(z.string()).describe('Email addresses with a pending invitation from the caller.'),
    token: Credential.extend({
      value: z
        .string()
        .nullable()
        .describe('Token value. Only set in the response to the request that created it.'),
      mcpUrl,
    }).nullable(),
    version: z.int(),
  })
  .meta({ id: 'Onboarding' })

export type OnboardingRow = Rows['onboardings']

export async function readOnboarding(db: Queries, userId: string): Promise<OnboardingRow | undefined> {
  const [row] = await db.run<OnboardingRow>(sql`select * from onboardings where user_id = ${userId}`)
  return row
}

export async function showOnboarding(
  db: Queries,
  context: SignedIn & Pick<Context, 'app'>,
  row: OnboardingRow | undefined,
  value: string | null = null,
): Promise<z.output<typeof Onboarding>> {
  const home = await findHome(db, context, row)
  const [teams, invited, tokens] = await Promise.all([
    db.run<{ id: string; slug: string; name: string }>(
      sql`select id, slug, name from teams where id = ${row?.team_id ?? null}`,
    ),
    db.run<{ email: string }>(
      sql`select email from invitations where organization_id = ${home?.id ?? null} and invited_by = ${context.user.id}
          and status = 'pending' and expires_at > now() order by id limit 100`,
    ),
    db.run<ShownCredential>(
      sql`${selectCredentials} where c.id = ${row?.credential_id ?? null} and c.revoked_at is null`,
    ),
  ])
  const [token] = tokens
  return {
    step: row?.step ?? firstStep(home),
    begun: row !== undefined,
    organization: home && publicOrganization(home),
    team: teams[0] ?? null,
    invited: invited.map(({ email }) => email),
    token: token ? { ...credentialFromRow(token), value, mcpUrl: mcpUrlOf(context.app) } : null,
    version: row?.version ?? 0,
  }
}

/** Returns the first step. Users who joined an existing organization only need to connect their agent. */
function firstStep(home: CallingOrganization | null): Step {
  return home && !hasRole(home, 'admin') ? 'connect' : 'organization'
}

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
