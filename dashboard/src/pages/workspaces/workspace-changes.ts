import type { QueryClient } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { type Project, call } from '../../client.ts'
import { changeItems } from '../../list-cache.ts'
import type { ShareRole } from '../../roles.ts'
import { showToast } from '../../ui/toasts.ts'
import { type Folder, type Workspace, type WorkspaceTeam, workspaceQuery } from './queries.ts'

/*
 * What is taken out of a workspace is put back by undoing it: nothing of it is lost.
 */
export function useAddProject({ id, name }: Workspace) {
  return useChange({
    kinds: ['workspace'],
    show: (cache, project: Project) =>
      changeProjects(cache, id, (projects, page) => (page === 0 ? byName([...projects, project]) : projects)),
    send: (project) => call('workspaces.addProject', { workspace: id, project: project.id }),
    done: (_, project) => showToast({ text: `${project.name} is in ${name}.` }),
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
      showToast({ text: `Took ${project.name} out of the workspace.`, undo: () => add.mutate(project) }),
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
    done: (_, { name, role }) => showToast({ text: `${name} ${deeds[role]} this workspace now.` }),
  })
}

const deeds: Record<ShareRole, string> = { viewer: 'sees', editor: 'sees and changes' }

export function useUnshareWorkspace(workspace: Workspace) {
  const share = useShareWorkspace(workspace)
  return useChange({
    kinds: ['workspace'],
    show: (cache, team: WorkspaceTeam) =>
      patch(cache, workspace.id, ({ teams }) => ({ teams: teams.filter(({ id }) => id !== team.id) })),
    send: (team) => call('workspaces.unshare', { workspace: workspace.id, team: team.id }),
    done: (_, team) =>
      showToast({ text: `No longer shared with ${team.name}.`, undo: () => share.mutate(team) }),
  })
}

export function useRemoveFolder(workspace: Workspace) {
  const note = useNoteFolder(workspace)
  return useChange({
    kinds: ['workspace'],
    show: (cache, folder: Folder) =>
      patch(cache, workspace.id, ({ folders }) => ({
        folders: folders.filter(({ device }) => device.id !== folder.device.id),
      })),
    send: ({ device }) => call('workspaces.removeFolder', { workspace: workspace.id, device: device.id }),
    done: (_, folder) =>
      showToast({
        text: `Forgot where it is on ${folder.device.name}. The files there stay.`,
        undo: () => note.mutate(folder),
      }),
  })
}

function useNoteFolder({ id }: Workspace) {
  return useChange({
    kinds: ['workspace'],
    show: (cache, folder: Folder) => patch(cache, id, ({ folders }) => ({ folders: [...folders, folder] })),
    send: ({ device, path, localId }) =>
      call('workspaces.setFolder', { workspace: id, device: device.id, path, localId }),
    done: (_, { device }) => showToast({ text: `The folder on ${device.name} is noted again.` }),
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
      showToast({ text: `Deleted ${workspace.name}.`, undo: () => restore.mutate(workspace) }),
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
    done: (_, { name }) => showToast({ text: `${name} is back.` }),
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
