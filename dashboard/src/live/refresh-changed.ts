import type { QueryClient } from '@tanstack/react-query'
import type { ActivityEvent, Me, Project } from '../client.ts'
import { readKey } from '../read-key.ts'
import { refresh } from '../refresh.ts'

/** Refetches the reads that show the changed items, each once, and marks those that no page shows as stale. */
export function refreshChanged(cache: QueryClient, events: ActivityEvent[]): void {
  // A changed role changes the permissions of almost everything.
  if (events.some((event) => isOwnRole(cache, event))) return void cache.invalidateQueries()
  const byProject = Map.groupBy(events, (event) => (isMoved(event) ? null : event.project))
  const changes = [...byProject].map(([project, inProject]) => ({
    types: [...new Set(inProject.map(({ type }) => type))],
    project: project === null ? undefined : namesOf(cache, project),
    events: inProject,
  }))
  void refresh(cache, ...changes)
}

function isOwnRole(cache: QueryClient, { type, subject }: ActivityEvent): boolean {
  const me = cache.getQueryData<Me>(readKey('accounts.getMe'))
  return type === 'member.updated' && subject.id === me?.user.id
}

/** Returns whether an item moved to another project, so that the lists of both projects changed. */
function isMoved({ data }: ActivityEvent): boolean {
  return (data.changes as { projectId?: object } | undefined)?.projectId !== undefined
}

/** Returns the id and the slugs of a project, or undefined if no cached read contains it. */
function namesOf(cache: QueryClient, id: string): string[] | undefined {
  const opened = cache
    .getQueriesData<Project>({ queryKey: ['projects.get'] })
    .flatMap(([, project]) => project ?? [])
  const listed = cache
    .getQueriesData<Project[]>({ queryKey: readKey('projects.list', {}, { shape: 'all' }) })
    .flatMap(([, list]) => list ?? [])
  const slugs = [...opened, ...listed].filter((project) => project.id === id).map(({ slug }) => slug)
  return slugs.length > 0 ? [id, ...slugs] : undefined
}
