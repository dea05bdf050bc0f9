import { hasRole } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { agentCalled as findAgent } from '../agents/access.ts'
import { insertAgent } from '../agents/insert-agent.ts'
import type { CredentialContext } from './create-credential.ts'

/** The agent of the organization that a name or an id means. A name that nobody has yet makes one. */
export async function findOrCreateAgent(ctx: CredentialContext, ref: string): Promise<string> {
  if (!hasRole(ctx.organization, 'member')) reject('role_too_low', { needs: 'owner, admin or member' })
  const find = () => findAgent(ctx.db, ctx.organization.id, ref, 'share')
  const found = await find()
  if (found) return found.id
  if (anyUuid.test(ref)) reject('not_found', { kind: 'agent', ref })
  // Somebody else may be making it at this moment: then theirs is there once ours was refused.
  const { id } = (await insertAgent(ctx, { name: ref })) ?? (await find()) ?? reject('gone_meanwhile')
  return id
}
