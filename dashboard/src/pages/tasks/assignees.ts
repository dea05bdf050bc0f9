import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Task } from '../../client.ts'
import { useHasRole } from '../../my-role.ts'
import { meQuery } from '../../queries.ts'
import { everybodyQuery } from '../members/queries.ts'
import { loadedTasks } from './task-cache.ts'

export type Assignee = NonNullable<Task['assignee']>

/**
 * Who can be given a task: oneself first, then everybody in the organization, and the agents that have tasks here. A guest
 * is told of nobody but those who have some.
 */
export function useAssignees(slug: string): Assignee[] {
  const me = useQuery(meQuery).data?.user
  const people = useQuery({ ...everybodyQuery, enabled: useHasRole('member') }).data ?? []
  const cache = useQueryClient()
  const known: Assignee[] = [
    ...(me ? [{ kind: 'user' as const, id: me.id, name: me.name }] : []),
    ...people.map(({ user }) => ({ kind: 'user' as const, id: user.id, name: user.name })),
    ...loadedTasks(cache, slug).flatMap(({ assignee }) => assignee ?? []),
  ]
  return [...new Map(known.toReversed().map((who) => [who.id, who])).values()].toReversed()
}

export const assigneeLabel = ({ kind, name }: Assignee) => (kind === 'agent' ? `${name} (agent)` : name)
