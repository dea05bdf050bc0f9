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
import { findHome } from './home.ts'
import { type Step, steps } from './steps.ts'

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
  context: SignedIn,
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
    token: token ? { ...credentialFromRow(token), value } : null,
    version: row?.version ?? 0,
  }
}

/** Returns the first step. Users who joined an existing organization only need to connect their agent. */
export function firstStep(home: CallingOrganization | null): Step {
  return home && !hasRole(home, 'admin') ? 'connect' : 'organization'
}
