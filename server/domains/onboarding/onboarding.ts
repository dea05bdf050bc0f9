import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type SignedIn, hasRole } from '../../operations/access.ts'
import type { CallingOrganization } from '../../operations/caller.ts'
import { OrganizationOfUser, publicOrganization } from '../accounts/user.ts'
import {
  Credential,
  type ShownCredential,
  credentialFromRow,
  selectCredentials,
} from '../credentials/credential.ts'
import { homeOf } from './home.ts'
import { type Step, steps } from './steps.ts'
import type { OnboardingRow } from './tables.ts'

/** The shape the world sees. */
export const Onboarding = z
  .object({
    step: z.enum(steps).describe('What comes next.'),
    begun: z.boolean().describe('Whether anything was set up in this way yet.'),
    organization: OrganizationOfUser.nullable(),
    team: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
    invited: z
      .array(z.string())
      .describe('The addresses that the caller has invited and that have not answered.'),
    token: Credential.extend({
      value: z
        .string()
        .nullable()
        .describe('The token itself, in the answer to the request that made it alone.'),
    }).nullable(),
    version: z.int(),
  })
  .meta({ id: 'Onboarding' })

export async function readOnboarding(db: Queries, userId: string): Promise<OnboardingRow | undefined> {
  const [row] = await db.run<OnboardingRow>('select * from onboardings where user_id = $1', [userId])
  return row
}

export async function showOnboarding(
  db: Queries,
  asking: SignedIn,
  row: OnboardingRow | undefined,
  value: string | null = null,
): Promise<z.output<typeof Onboarding>> {
  const home = await homeOf(db, asking, row)
  const [teams, invited, tokens] = await Promise.all([
    db.run<{ id: string; slug: string; name: string }>('select id, slug, name from teams where id = $1', [
      row?.team_id ?? null,
    ]),
    db.run<{ email: string }>(
      `select email from invitations where organization_id = $1 and invited_by = $2
          and status = 'pending' and expires_at > now() order by id limit 100`,
      [home?.id ?? null, asking.user.id],
    ),
    db.run<ShownCredential>(`${selectCredentials} where c.id = $1 and c.revoked_at is null`, [
      row?.credential_id ?? null,
    ]),
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

/** Whoever came into an organization of others has only their agent to connect. */
export function firstStep(home: CallingOrganization | null): Step {
  return home && !hasRole(home, 'admin') ? 'connect' : 'organization'
}
