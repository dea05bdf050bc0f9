import { hasRole } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { agentCalled as findAgent } from '../../agents/access.ts'
import { insertAgent } from '../../agents/insert-agent.ts'
import type { CredentialContext } from './create-credential.ts'

/** Returns the id of an agent of the organization by name or id. Creates an agent for an unknown name. */
export async function findOrCreateAgent(ctx: CredentialContext, ref: string): Promise<string> {
  if (!hasRole(ctx.organization, 'member')) reject('role_too_low', { needs: 'owner, admin or member' })
  const find = () => findAgent(ctx.db, ctx.organization.id, ref, 'share')
  const found = await find()
  if (found) return found.id
  if (anyUuid.test(ref)) reject('not_found', { kind: 'agent', ref })
  // A concurrent request may create the same agent. Then the insert returns nothing, and the second lookup finds it.
  const { id } = (await insertAgent(ctx, { name: ref })) ?? (await find()) ?? reject('gone_meanwhile')
  return id
}
