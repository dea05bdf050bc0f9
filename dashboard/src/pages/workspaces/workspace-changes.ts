import type { QueryClient } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type Project, call } from '../../client.ts'
import { changeItems } from '../../list-cache.ts'
import { type ShareRole, shareRoles } from '../../roles.ts'
import { showToast } from '../../ui/toasts.ts'
import { type Folder, type Workspace, type WorkspaceTeam, workspaceQuery } from './queries.ts'
import { texts } from './texts.ts'

/*
 * Changes to a workspace. Each removal can be undone from its toast.
 */
export function useAddProject({ id, name }: Workspace) {
  return useChange({
    kinds: ['workspace'],
    show: (cache, project: Project) =>
      changeProjects(cache, id, (projects, page) => (page === 0 ? byName([...projects, project]) : projects)),
    send: (project) => call('workspaces.addProject', { workspace: id, project: project.id }),
    done: (_, project) => showToast({ text: texts.projects.added(project.name, name) }),
  })
}

export function useRemoveProject(workspace: Workspace) {
  const add = useAddProject(workspace)
  return useChange({
    kinds: ['workspace'],
    show: (cache, project: Project) =>
      changeProjects(cache, workspace.id, (projects) => projects.filter(({ id }) => id !== project.id)),
    send: (project) => call('workspaces.removeProject', { workspace: workspace.id, project: project.id }),
    done: (_, project) =>
      showToast({ text: texts.projects.removed(project.name), undo: () => add.mutate(project) }),
  })
}

export function useShareWorkspace({ id }: Workspace) {
  return useChange({
    kinds: ['workspace'],
    show: (cache, team: WorkspaceTeam) =>
      patch(cache, id, ({ teams }) => ({
        teams: teams.some((other) => other.id === team.id)
          ? teams.map((other) => (other.id === team.id ? team : other))
          : [...teams, team],
      })),
    send: (team) => call('workspaces.share', { workspace: id, team: team.id, role: team.role }),
    done: (_, { name, role }) => showToast({ text: texts.teams.shared(name, roleName(role)) }),
  })
}

function roleName(role: ShareRole): string {
  return shareRoles.find(({ value }) => value === role)?.name ?? role
}

export function useUnshareWorkspace(workspace: Workspace) {
  const share = useShareWorkspace(workspace)
  return useChange({
    kinds: ['workspace'],
    show: (cache, team: WorkspaceTeam) =>
      patch(cache, workspace.id, ({ teams }) => ({ teams: teams.filter(({ id }) => id !== team.id) })),
    send: (team) => call('workspaces.unshare', { workspace: workspace.id, team: team.id }),
    done: (_, team) => showToast({ text: texts.teams.unshared(team.name), undo: () => share.mutate(team) }),
  })
}

export function useRemoveFolder(workspace: Workspace) {
  const restore = useRestoreFolder(workspace)
  return useChange({
    kinds: ['workspace'],
    show: (cache, folder: Folder) =>
      patch(cache, workspace.id, ({ folders }) => ({
        folders: folders.filter(({ device }) => device.id !== folder.device.id),
      })),
    send: ({ device }) => call('workspaces.removeFolder', { workspace: workspace.id, device: device.id }),
    done: (_, folder) =>
      showToast({
        text: texts.folders.removed(folder.device.name),
        undo: () => restore.mutate(folder),
      }),
  })
}

function useRestoreFolder({ id }: Workspace) {
  return useChange({
    kinds: ['workspace'],
    show: (cache, folder: Folder) => patch(cache, id, ({ folders }) => ({ folders: [...folders, folder] })),
    send: ({ device, path, localId }) =>
      call('workspaces.setFolder', { workspace: id, device: device.id, path, localId }),
    done: (_, { device }) => showToast({ text: texts.folders.restored(device.name) }),
  })
}

export function useDeleteWorkspace() {
  const restore = useRestoreWorkspace()
  return useChange({
    kinds: ['workspace'],
    show: (cache, workspace: Workspace) =>
      changeItems(cache, 'workspaces.list', {}, (items) => items.filter(({ id }) => id !== workspace.id)),
    send: ({ id }) => call('workspaces.delete', { workspace: id }),
    done: (_, workspace) =>
      showToast({
        text: texts.deleteWorkspace.deleted(workspace.name),
        undo: () => restore.mutate(workspace),
      }),
  })
}

function useRestoreWorkspace() {
  return useChange({
    kinds: ['workspace'],
    show: (cache, workspace: Workspace) =>
      changeItems(cache, 'workspaces.list', {}, (items, page) =>
        page === 0 ? [workspace, ...items] : items,
      ),
    send: ({ id }) => call('trash.restore', { kind: 'workspace', item: id }),
    done: (_, { name }) => showToast({ text: texts.deleteWorkspace.restored(name) }),
  })
}

function patch(cache: QueryClient, id: string, change: (workspace: Workspace) => Partial<Workspace>): void {
  cache.setQueryData(workspaceQuery(id).queryKey, (known) => known && { ...known, ...change(known) })
}

function changeProjects(
  cache: QueryClient,
  id: string,
  change: (projects: Project[], page: number) => Project[],
): void {
  changeItems(cache, 'workspaces.listWorkspaceProjects', { workspace: id }, change)
}

function byName(projects: Project[]): Project[] {
  return projects.toSorted((one, other) => one.name.localeCompare(other.name))
}
