import { type OutputOf, anyOrganization } from '../../client.ts'
import { read, readAll, readPages } from '../../read.ts'

export type Agent = OutputOf<'agents.list'>['items'][number]
export type AgentDetails = OutputOf<'agents.get'>
export type PublicAgent = OutputOf<'agents.getPublic'>

export const agentsQuery = readPages('agents.list', { limit: 100 })

/** All agents, for selection lists. */
export const everyAgentQuery = readAll('agents.list', { limit: 200 })

/** All skills that can be added to an agent. */
export const skillChoicesQuery = readAll('skills.list', { limit: 200 })

// Visitors without an account receive no live events.
export const publicAgentQuery = (slug: string) => ({
  ...read('agents.getPublic', { slug }, anyOrganization),
  staleTime: 0,
})
