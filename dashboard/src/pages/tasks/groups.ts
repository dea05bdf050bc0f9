import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Task } from '../../client.ts'
import { readAll } from '../../read.ts'
import { levelQuery, nodesOf } from '../projects/tree/levels.ts'

type Name = NonNullable<Task['story']>

export interface EpicChoice extends Name {
  stories: Name[]
}

interface GroupOptions {
  enabled?: boolean
  /** The key of the epic whose stories are needed in a project with many stories. */
  epic?: string | null | undefined
}

/**
 * Returns the epics of a project with their stories. If a project has so many stories that the tree doesn't include them
 * (`isPartial`), only the given epic has its stories.
 */
export function useGroups(slug: string, { enabled = true, epic }: GroupOptions = {}) {
  const top = useInfiniteQuery({ ...levelQuery(slug), enabled })
  const nodes = top.data ? nodesOf(top.data) : []
  const listed = nodes.filter((node) => node.kind === 'epic')
  const hasMoreEpics = top.hasNextPage && nodes.at(-1)?.kind === 'epic'
  const isPartial = hasMoreEpics || listed.some(({ children }) => children === null)
  const all = useQuery({
    ...readAll('epics.list', { project: slug, limit: 200 }),
    enabled: enabled && hasMoreEpics,
  })
  const stories = useQuery({
    ...readAll('stories.list', { project: slug, epic: epic ?? '', limit: 200 }),
    enabled: enabled && isPartial && Boolean(epic),
  })
  const included = new Map(listed.map(({ id, children }) => [id, children]))
  const epics: EpicChoice[] = (all.data ?? listed).map(({ id, key, title }) => ({
    id,
    key,
    title,
    stories: included.get(id) ?? (key === epic ? (stories.data ?? []) : []),
  }))
  return { epics, isPartial, isLoading: top.isLoading || all.isLoading || stories.isLoading }
}
