import { type ResourceKind, mapPage, record, uriOf } from '../../operations/resource.ts'
import { getAgent } from './get-agent.ts'
import { listAgents } from './list-agents.ts'

export const agentResource: ResourceKind = {
  name: 'agent',
  title: 'Agent',
  description: 'An agent with its current work, recent activity and recent memory.',
  mimeType: 'application/json',
  async show(query, agent) {
    const shown = await query(getAgent, { agent })
    return record(uriOf('agent', shown.id), shown.name, shown)
  },
  complete: (query, page) => mapPage(query(listAgents, page), ({ name }) => [name]),
}
