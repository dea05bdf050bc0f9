import { z } from 'zod'
import { appLink } from '../../email/app-link.ts'
import { newCredential } from '../../email/notices.ts'
import { notify } from '../../email/notify.ts'
import type { InOrganization } from '../../operations/access.ts'
import { type Scope, scopes } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordOwn } from '../accounts/record-own.ts'
import { lockMember } from '../organizations/lock.ts'
import { requireRoom } from '../organizations/plans.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { liveIdOf, openSandbox } from '../sandbox/sandbox.ts'
import { findOrCreateAgent } from './find-or-create-agent.ts'
import {
  type NewCredential,
  type ShownCredential,
  credentialFromRow,
  selectCredentials,
} from './credential.ts'
import { type Mode, hashCredential, modes, newValue } from './credential-value.ts'
import { type Expiry, expiryInput, expiryOf } from './lifetimes.ts'
import type { CredentialKind } from './tables.ts'

export const newCredentialInput = {
  name: z.string().trim().min(1).max(120).describe('What it is for, to recognise it by later.'),
  mode: z.enum(modes).default('live').describe('live works on real data, test in the sandbox alone.'),
  scopes: z.array(z.enum(scopes)).min(1).max(3).default(['read', 'write']).describe('What it may do.'),
  project: projectRef.optional().describe('The only project that it reaches: its slug, key or id.'),
  ...expiryInput,
}

/** Whoever it is for: the caller, or somebody whom a sign-in has just shown to be in the organization. */
export type CredentialContext = Context & Pick<InOrganization, 'user' | 'organization'>

export interface NewCredentialOptions extends Expiry {
  name: string
  scopes: Scope[]
  mode?: Mode
  /** What it is narrowed to, each as the caller calls it. */
  agent?: string
  project?: string
  profile?: string
  /** What is shown in place of the beginning of its value, where nobody is given that. */
  hint?: string
}

/** Makes a value, stores its hash, and returns the value for the only time. */
export async function createCredential(
  ctx: CredentialContext,
  kind: CredentialKind,
  wanted: NewCredentialOptions,
): Promise<z.output<typeof NewCredential>> {
  const { name, mode = 'live', profile = 'full' } = wanted
  const expiresAt = expiryOf(wanted)
  const liveId = await liveIdOf(ctx.db, ctx.organization)
  const { id: homeId } = mode === 'live' ? { id: liveId } : await openSandbox(ctx, liveId)
  await requireRoom(ctx.db, homeId, 'tokens')
  // Whoever is being taken out of the organization at this moment has no key that would work once they come back.
  if (!(await lockMember(ctx.db, homeId, ctx.user.id))) reject('no_organization')
  await requireFewer(ctx, homeId)
  // What it is bound to is looked for where it will work.
  const home = { ...ctx, organization: { ...ctx.organization, id: homeId } }
  const agentId = wanted.agent === undefined ? null : await findOrCreateAgent(home, wanted.agent)
  const project = wanted.project === undefined ? null : await findProject(ctx.db, home, wanted.project, false)

  const id = newId()
  const { value, hint } = newValue(mode)
  const held = [...new Set(wanted.scopes)]
  await ctx.db.run(
    `insert into credentials (id, kind, hash, hint, name, user_id, organization_id, agent_id, project_id, tool_profile,
       scopes, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[
        id,
        kind,
        hashCredential(value),
        wanted.hint ?? hint,
        name,
        ctx.user.id,
        homeId,
        agentId,
        project?.id ?? null,
      ],
      ...[profile, held, expiresAt],
    ],
  )
  const owner = { ...ctx.user, organization: { id: liveId } }
  recordOwn(ctx, owner, `${kind}.created`, { kind, id, key: name }, { mode, scopes: held })
  if (mode === 'live') {
    const settings = appLink(ctx.app.config, kind === 'api_key' ? '/settings/api-keys' : '/connect')
    await notify(ctx, ctx.user.email, (happened) => newCredential({ ...happened, settings, name, kind }))
  }
  const [row] = await ctx.db.run<ShownCredential>(`${selectCredentials} where c.id = $1`, [id])
  return { ...credentialFromRow(row!), value }
}

const most = 100

async function requireFewer({ db, user }: CredentialContext, organizationId: string): Promise<void> {
  // Of two that a person makes at the same moment, one waits here for the other.
  await db.run('select 1 from users where id = $1 for no key update', [user.id])
  const [held] = await db.run<{ count: number }>(
    `select count(*)::int as count from credentials
      where user_id = $1 and organization_id = $2 and revoked_at is null
        and (expires_at is null or expires_at > now())`,
    [user.id, organizationId],
  )
  if (held!.count >= most) reject('too_many', { most, things: 'keys and tokens in this organization' })
}
