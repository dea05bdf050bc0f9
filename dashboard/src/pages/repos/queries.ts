import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'

export type Repo = OutputOf<'repos.list'>['items'][number]
export type Instructions = OutputOf<'repos.generateAgentsMd'>

export const reposQuery = (project: string) =>
  queryOptions({
    queryKey: ['repos', project],
    // One page is enough: a project can have up to 50.
    queryFn: async ({ signal }) => (await call('repos.list', { project }, { signal })).items,
  })
