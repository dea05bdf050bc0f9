import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Task } from '../../client.ts'
import { useHasRole } from '../../my-role.ts'
import { meQuery } from '../../queries.ts'
import { everybodyQuery } from '../members/queries.ts'
import { loadedTasks } from './task-cache.ts'
import { texts } from './texts.ts'

export type Assignee = NonNullable<Task['assignee']>

/**
 * Returns the possible assignees of a task: the current user, the organization's members, and the agents that have tasks
 * in this project. A guest sees only people who already have tasks.
 */
export function useAssignees(slug: string): Assignee[] {
  const me = useQuery(meQuery).data?.user
  const isMember = useHasRole('member')
  const people = useQuery({ ...everybodyQuery, enabled: isMember }).data ?? []
  const cache = useQueryClient()
  const known: Assignee[] = [
    ...(me ? [{ kind: 'user' as const, id: me.id, name: me.name }] : []),
    ...people.map(({ user }) => ({ kind: 'user' as const, id: user.id, name: user.name })),
    ...loadedTasks(cache, slug).flatMap(({ assignee }) => assignee ?? []),
  ]
  return [...new Map(known.toReversed().map((assignee) => [assignee.id, assignee])).values()].toReversed()
}

export const assigneeLabel = ({ kind, name }: Assignee) => (kind === 'agent' ? texts.agent(name) : name)
