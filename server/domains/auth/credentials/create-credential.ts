import { hasRole, type InOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { anyUuid, newId } from '../../../platform/ids.ts'
import { agentCalled as findAgent } from '../../agents/access.ts'
import { insertAgent } from '../../agents/save-agent.ts'
import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { appLink } from '../../../email/app-link.ts'
import { newCredential } from '../../../email/notices.ts'
import { notify } from '../../../email/queue-email.ts'
import { type Scope, scopes } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { recordOwn } from '../../../operations/record-own.ts'
import { lockMember } from '../../membership/lock.ts'
import { requireRoom } from '../../membership/plans.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { liveIdOf, openSandbox } from '../../organizations/sandbox/sandbox.ts'
import {
  type NewCredential,
  type ShownCredential,
  credentialFromRow,
  selectCredentials,
  type CredentialKind,
} from './credential.ts'
import { type Mode, hashCredential, modes, newValue } from './credential-value.ts'
import { type Expiry, expiryInput, expiryOf } from './lifetimes.ts'

export const newCredentialInput = {
  name: z.string().trim().min(1).max(120).describe('Name that tells you what it is for.'),
  mode: z
    .enum(modes)
    .default('live')
    .describe('Data it works on: live for real data, test for the sandbox. Default live.'),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(3)
    .default(['read', 'write'])
    .describe('Permissions. Default read and write.'),
  project: projectRef.optional().describe('Slug, key or id of the only project it can access.'),
  ...expiryInput,
}

/** The context with the owner of the credential: the caller, or a member whom a sign-in has just authenticated. */
type CredentialContext = Context & Pick<InOrganization, 'user' | 'organization'>

export interface NewCredentialOptions extends Expiry {
  name: string
  scopes: Scope[]
  mode?: Mode
  /** The references of the agent, project and tool profile that it is limited to. */
  agent?: string
  /** The purpose of the agent, if the name is new. */
  role?: string | undefined
  project?: string
  profile?: string
  /** The text shown instead of the start of the value, if the user never sees the value. */
  hint?: string
}

/** Creates a credential, stores the hash of its value, and returns the value this one time. */
export async function createCredential(
  ctx: CredentialContext,
  kind: CredentialKind,
  options: NewCredentialOptions,
): Promise<z.output<typeof NewCredential>> {
  const { name, mode = 'live', profile = 'full' } = options
  const expiresAt = expiryOf(options)
  const liveId = await liveIdOf(ctx.db, ctx.organization)
  const { id: organizationId } = mode === 'live' ? { id: liveId } : await openSandbox(ctx, liveId)
  await requireRoom(ctx, organizationId, 'tokens')
  // Locks the membership, so that a concurrently removed member gets no key that would work after rejoining.
  if (!(await lockMember(ctx.db, organizationId, ctx.user.id))) reject('no_organization')
  await requireBelowLimit(ctx, organizationId)
  // Looks up the agent and project in the organization, live or sandbox, where the credential works.
  const target = { ...ctx, organization: { ...ctx.organization, id: organizationId } }
  const agentId =
    options.agent === undefined ? null : await findOrCreateAgent(target, options.agent, options.role)
  const project =
    options.project === undefined ? null : await findProject(ctx.db, target, options.project, false)

  const id = newId()
  const { value, hint } = newValue(mode)
  const grantedScopes = [...new Set(options.scopes)]
  await ctx.db.run(
    sql`insert into credentials (id, kind, hash, hint, name, user_id, organization_id, agent_id, project_id, tool_profile,
       scopes, expires_at) values (${id}, ${kind}, ${hashCredential(value)}, ${options.hint ?? hint}, ${name},
         ${ctx.user.id}, ${organizationId}, ${agentId}, ${project?.id ?? null}, ${profile}, ${grantedScopes},
         ${expiresAt})`,
  )
  const owner = { ...ctx.user, organization: { id: liveId } }
  recordOwn(ctx, owner, `${kind}.created`, { kind, id, key: name }, { mode, scopes: grantedScopes })
  if (mode === 'live') {
    const settings = appLink(ctx.app.config, kind === 'api_key' ? '/settings/api-keys' : '/connect')
    await notify(ctx, ctx.user.email, (context) => newCredential({ ...context, settings, name, kind }))
  }
  const [row] = await ctx.db.run<ShownCredential>(sql`${selectCredentials} where c.id = ${id}`)
  return { ...credentialFromRow(row!), value }
}

const maxCredentials = 100

async function requireBelowLimit({ db, user }: CredentialContext, organizationId: string): Promise<void> {
  // Serializes concurrent creations by the same user.
  await db.run(sql`select 1 from users where id = ${user.id} for no key update`)
  const [current] = await db.run<{ count: number }>(
    sql`select count(*)::int as count from credentials
      where user_id = ${user.id} and organization_id = ${organizationId} and revoked_at is null
        and (expires_at is null or expires_at > now())`,
  )
  if (current!.count >= maxCredentials)
    reject('too_many', { most: maxCredentials, things: 'keys and tokens in this organization' })
}

/** Returns the id of an agent of the organization by name or id. Creates an agent for an unknown name. */
async function findOrCreateAgent(ctx: CredentialContext, ref: string, role = ''): Promise<string> {
  if (!hasRole(ctx.organization, 'member')) reject('role_too_low', { needs: 'owner, admin or member' })
  const find = () => findAgent(ctx.db, ctx.organization.id, ref, 'share')
  const found = await find()
  if (found) return found.id
  if (anyUuid.test(ref)) reject('not_found', { kind: 'agent', ref })
  // A concurrent request may create the same agent. Then the insert returns nothing, and the second lookup finds it.
  const { id } = (await insertAgent(ctx, { name: ref, role })) ?? (await find()) ?? reject('gone_meanwhile')
  return id
}
