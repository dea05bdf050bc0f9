import { type QueryClient, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { type InputOf, type Project, type ProjectWithStats, call } from '../../client.ts'
import { projectsQuery } from '../../queries.ts'
import { read } from '../../read.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { texts } from './texts.ts'

const { projectChanges } = texts

/** Creates a project and opens it. The server chooses the slug, so this is not optimistic. */
export function useCreateProject() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (input: InputOf<'projects.create'>) => write('projects.create', input),
    onSuccess: async (project) => {
      await navigate({ to: '/projects/$slug', params: { slug: project.slug } })
    },
    onError: (error) => showToast({ text: error.message, tone: 'danger' }),
  })
}

export function useArchiveProject() {
  return useChange({
    kinds: ['project'],
    show(cache, { project, archive }: { project: Project; archive: boolean }) {
      const changed = { ...project, archivedAt: archive ? new Date().toISOString() : null }
      cache.setQueryData(projectsQuery(!archive).queryKey, (list) => withoutProject(list, project))
      cache.setQueryData(projectsQuery(archive).queryKey, (list) => list && sortByName([...list, changed]))
      patchProject(cache, project.slug, { archivedAt: changed.archivedAt })
    },
    send: ({ project, archive }) =>
      call(archive ? 'projects.archive' : 'projects.unarchive', { project: project.id }),
    done: (_, { project, archive }) =>
      showToast({
        text: archive ? projectChanges.archived(project.name) : projectChanges.unarchived(project.name),
      }),
    failed: ({ project, archive }) =>
      archive ? projectChanges.archiveFailed(project.name) : projectChanges.unarchiveFailed(project.name),
  })
}

export function useDeleteProject() {
  const restore = useRestoreProject()
  return useChange({
    kinds: ['project'],
    show: (cache, project: Project) => {
      for (const archived of [false, true])
        cache.setQueryData(projectsQuery(archived).queryKey, (list) => withoutProject(list, project))
    },
    send: (project) => call('projects.delete', { project: project.id }),
    done: (_, project) =>
      showToast({ text: projectChanges.deleted(project.name), undo: () => restore.mutate(project) }),
    failed: ({ name }) => projectChanges.deleteFailed(name),
  })
}

function useRestoreProject() {
  return useChange({
    kinds: ['project'],
    show: (cache, project: Project) =>
      cache.setQueryData(
        projectsQuery(project.archivedAt !== null).queryKey,
        (list) => list && sortByName([...list, project]),
      ),
    send: (project) => call('trash.restore', { kind: 'project', item: project.id }),
    done: (_, project) => showToast({ text: projectChanges.restored(project.name) }),
  })
}

function patchProject(cache: QueryClient, slug: string, set: Partial<ProjectWithStats>): void {
  cache.setQueryData(
    read('projects.get', { project: slug }).queryKey,
    (opened) => opened && { ...opened, ...set },
  )
}

function withoutProject(list: Project[] | undefined, { id }: Project): Project[] | undefined {
  return list?.filter((project) => project.id !== id)
}

function sortByName(list: Project[]): Project[] {
  return list.toSorted((one, other) => one.name.localeCompare(other.name))
}
