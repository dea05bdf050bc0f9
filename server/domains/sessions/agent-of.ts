import type { Queries } from '../../database/connect.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import { refuse, refuseField } from '../../operations/errors.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { Scope } from '../memories/tables.ts'

export interface AgentNamed {
  id: string
  name: string
  memory_scope: Scope
}

export const agentRef = reference('agent', 'The agent: its name or its id.')

/** The agent at work: the one that the token works for, or the one that is named; null if there is neither. */
export async function agentOf(
  db: Queries,
  asking: InOrganization,
  ref: string | undefined,
): Promise<AgentNamed | null> {
  const own = asking.caller.agent
  if (ref === undefined) return own ? namedAgent(db, asking, own.id) : null
  const agent = await namedAgent(db, asking, ref)
  if (own && agent.id !== own.id)
    refuseField('agent', `This token works for ${own.name} alone. Leave the agent out, or name that.`)
  return agent
}

/** The agent that a name or an id means. Members see all of them; a token always sees the one that it works for. */
export async function namedAgent(db: Queries, asking: InOrganization, ref: string): Promise<AgentNamed> {
  const { caller, organization } = asking
  const [agent] = await db.run<AgentNamed>(
    `select id, name, memory_scope from agents where organization_id = $1 and deleted_at is null
        and ${anyUuid.test(ref) ? 'id = $2' : 'lower(name) = lower($2)'}`,
    [organization.id, ref],
  )
  const seesAll = hasRole(organization, 'member') && caller.projectId === null
  if (!agent || (!seesAll && agent.id !== caller.agent?.id)) refuse('not_found', { kind: 'agent', ref })
  return agent
}
