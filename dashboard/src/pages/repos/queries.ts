import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'

export type Repo = OutputOf<'repos.list'>['items'][number]
export type Instructions = OutputOf<'repos.generateAgentsMd'>

export const reposQuery = (project: string) =>
  queryOptions({
    queryKey: ['repos', project],
    // All of them: a project has fifty at most.
    queryFn: async ({ signal }) => (await call('repos.list', { project }, { signal })).items,
  })
