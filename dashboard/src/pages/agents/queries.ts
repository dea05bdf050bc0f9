import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, anyOrganization, call } from '../../client.ts'
import { allItems, pagesQuery } from '../../pages-query.ts'

export type Agent = OutputOf<'agents.list'>['items'][number]
export type AgentDetails = OutputOf<'agents.get'>
export type PublicAgent = OutputOf<'agents.getPublic'>

export const agentsQuery = pagesQuery(['agents', 'listed'], (cursor, signal) =>
  call('agents.list', { limit: 100, cursor }, { signal }),
)

/** All agents, for selection lists. */
export const everyAgentQuery = queryOptions({
  queryKey: ['agents', 'every'],
  queryFn: ({ signal }) => allItems((cursor) => call('agents.list', { limit: 200, cursor }, { signal })),
})

export const agentQuery = (agent: string) =>
  queryOptions({
    queryKey: ['agent', agent],
    queryFn: ({ signal }) => call('agents.get', { agent }, { signal }),
  })

/** All skills that can be added to an agent. */
export const skillChoicesQuery = queryOptions({
  queryKey: ['skills', 'every'],
  queryFn: ({ signal }) => allItems((cursor) => call('skills.list', { limit: 200, cursor }, { signal })),
})

export const publicAgentQuery = (slug: string) =>
  queryOptions({
    queryKey: ['public-agent', slug],
    queryFn: ({ signal }) => call('agents.getPublic', { slug }, { signal, ...anyOrganization }),
    // Visitors without an account receive no live events.
    staleTime: 0,
  })
