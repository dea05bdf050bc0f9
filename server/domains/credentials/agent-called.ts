import { hasRole } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { anyUuid, newId } from '../../platform/ids.ts'
import { requireRoom } from '../organizations/plans.ts'
import type { Maker } from './create-credential.ts'

/** The agent of the organization that a name or an id means. A name that nobody has yet makes one. */
export async function agentCalled(ctx: Maker, ref: string): Promise<string> {
  if (!hasRole(ctx.organization, 'member')) refuse('role_too_low', { needs: 'owner, admin or member' })
  const found = await findAgent(ctx, ref)
  if (found) return found
  if (anyUuid.test(ref)) refuse('not_found', { kind: 'agent', ref })
  await requireRoom(ctx.db, ctx.organization.id, 'agents')
  // Somebody else may be making it at this moment: then theirs is there once ours was refused.
  return (await createAgent(ctx, ref)) ?? (await findAgent(ctx, ref)) ?? refuse('gone_meanwhile')
}

async function findAgent({ db, organization }: Maker, ref: string): Promise<string | undefined> {
  const [agent] = await db.run<{ id: string }>(
    `select id from agents where organization_id = $1 and deleted_at is null
        and ${anyUuid.test(ref) ? 'id = $2' : 'lower(name) = lower($2)'}`,
    [organization.id, ref],
  )
  return agent?.id
}

async function createAgent(ctx: Maker, name: string): Promise<string | undefined> {
  const [agent] = await ctx.db.run<{ id: string }>(
    `insert into agents (id, organization_id, name) values ($1, $2, $3) on conflict do nothing returning id`,
    [newId(), ctx.organization.id, name],
  )
  if (!agent) return undefined
  ctx.record({
    type: 'agent.created',
    subject: { kind: 'agent', id: agent.id, key: name },
    organizationId: ctx.organization.id,
  })
  return agent.id
}
