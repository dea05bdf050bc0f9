import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { type InputOf, type Project, type ProjectWithStats, call } from '../../client.ts'
import { projectKeys } from '../../live/refresh-changed.ts'
import { projectQuery, projectsQuery } from '../../queries.ts'
import { showToast } from '../../ui/toasts.ts'

const keys = projectKeys

/** Its address is the server's choice, so one goes there when it answered. */
export function useCreateProject() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (input: InputOf<'projects.create'>) => call('projects.create', input),
    onSuccess: async (project) => {
      void cache.invalidateQueries({ queryKey: ['projects'] })
      await navigate({ to: '/projects/$slug', params: { slug: project.slug } })
    },
    onError: (error) => showToast({ text: error.message, tone: 'danger' }),
  })
}

export function useArchiveProject() {
  return useChange({
    keys,
    show(cache, { project, archive }: { project: Project; archive: boolean }) {
      const changed = { ...project, archivedAt: archive ? new Date().toISOString() : null }
      cache.setQueryData(projectsQuery(!archive).queryKey, (list) => without(list, project))
      cache.setQueryData(projectsQuery(archive).queryKey, (list) => list && byName([...list, changed]))
      patchOpened(cache, project.slug, { archivedAt: changed.archivedAt })
    },
    send: ({ project, archive }) =>
      call(archive ? 'projects.archive' : 'projects.unarchive', { project: project.id }),
    done: (_, { project, archive }) =>
      showToast({ text: archive ? `Archived ${project.name}.` : `${project.name} is active again.` }),
    failed: ({ project, archive }) =>
      `${project.name} was not ${archive ? 'archived' : 'brought back from the archive'}.`,
  })
}

export function useDeleteProject() {
  const restore = useRestoreProject()
  return useChange({
    keys,
    show: (cache, project: Project) => {
      for (const archived of [false, true])
        cache.setQueryData(projectsQuery(archived).queryKey, (list) => without(list, project))
    },
    send: (project) => call('projects.delete', { project: project.id }),
    done: (_, project) =>
      showToast({ text: `Deleted ${project.name}.`, undo: () => restore.mutate(project) }),
    failed: ({ name }) => `${name} was not deleted.`,
  })
}

function useRestoreProject() {
  return useChange({
    keys,
    show: (cache, project: Project) =>
      cache.setQueryData(
        projectsQuery(project.archivedAt !== null).queryKey,
        (list) => list && byName([...list, project]),
      ),
    send: (project) => call('trash.restore', { kind: 'project', item: project.id }),
    done: (_, project) => showToast({ text: `${project.name} is back.` }),
  })
}

function patchOpened(cache: QueryClient, slug: string, set: Partial<ProjectWithStats>): void {
  cache.setQueryData(projectQuery(slug).queryKey, (opened) => opened && { ...opened, ...set })
}

function without(list: Project[] | undefined, { id }: Project): Project[] | undefined {
  return list?.filter((project) => project.id !== id)
}

function byName(list: Project[]): Project[] {
  return list.toSorted((one, other) => one.name.localeCompare(other.name))
}
