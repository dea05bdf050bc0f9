import { changeRow } from '../../database/rows.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import type { DeviceRow } from '../devices/tables.ts'
import { type SeenWorkspace, hasRight, seenWorkspaces } from './access.ts'
import { foldersOf, noteFolder, removeFolders } from './folders-of.ts'
import type { LocalWorkspace, SyncStatus } from './local-workspace.ts'
import { insertWorkspace } from './insert-workspace.ts'
import { type NamedProjects, nameProjects } from './named-projects.ts'
import { addProjects } from './projects-in.ts'
import type { FolderRow, WorkspaceRow } from './tables.ts'
import { workspaceKind } from './workspace.ts'

interface Entry {
  localId: string
  status: SyncStatus
  workspaceId: string | null
  problems: string[]
}

type Syncing = Context & InOrganization

/**
 * Makes what the server knows of a device, which the caller holds, the same as what the device says it holds. What is the
 * same already is not touched, so the same list again writes nothing.
 */
export async function reconcile(ctx: Syncing, device: DeviceRow, locals: LocalWorkspace[]) {
  const folders = await foldersOf(ctx.db, device, ctx.organization.id)
  const pairs = await pair(ctx, locals, folders)
  const projects = await nameProjects(
    ctx,
    locals.flatMap((local) => local.projects),
    pairs.flatMap(({ workspace }) => workspace?.id ?? []),
  )

  // First, so that what has moved to another workspace, or got another local id, finds its place free.
  const kept = new Set(pairs.map(({ folder }) => folder))
  const left = folders.filter((folder) => folder.local_id !== null && !kept.has(folder))
  const leftIds = left.map(({ workspace_id }) => workspace_id)
  if (left.length > 0) await removeFolders(ctx, device, leftIds)

  const entries: Entry[] = []
  for (const each of pairs) entries.push(await settle(ctx, device, each, projects))
  const listed = new Set(locals.map(({ localId }) => localId))
  const removed = left
    .filter(({ local_id }) => !listed.has(local_id!))
    .map(({ local_id, workspace_id }) => ({ localId: local_id!, workspaceId: workspace_id }))
  return { entries, removed }
}

/** What a device has, and what the server has that is the same. */
interface Pair {
  local: LocalWorkspace
  /** The id of its workspace: the one that the device names, or else the one that it is known to be. */
  target: string | undefined
  /** That workspace, if the caller sees it. */
  workspace: SeenWorkspace | undefined
  /** Where it is on this device so far. */
  folder: FolderRow | undefined
}

async function pair(ctx: Syncing, locals: LocalWorkspace[], folders: FolderRow[]): Promise<Pair[]> {
  const byLocalId = new Map(folders.map((folder) => [folder.local_id, folder]))
  const byWorkspace = new Map(folders.map((folder) => [folder.workspace_id, folder]))
  const targets = locals.map(
    ({ localId, workspace }) => workspace?.toLowerCase() ?? byLocalId.get(localId)?.workspace_id,
  )
  const workspaces = await findTargets(ctx, locals, targets)
  return locals.map((local, index) => {
    const target = targets[index]
    const workspace = target === undefined ? undefined : workspaces.get(target)
    if (workspace && targets.indexOf(target) !== index)
      rejectField(`workspaces.${index}.workspace`, 'Another one in the list is the same workspace.')
    const folder = target === undefined ? undefined : byWorkspace.get(target)
    // One that was noted by hand has no local id yet. What has another one moves away, or was renamed on the device.
    const same = folder && [local.localId, null].includes(folder.local_id)
    return { local, target, workspace, folder: same ? folder : undefined }
  })
}

/** The workspaces that are meant, by their ids. Those that may get another name are held, in the order of their ids. */
async function findTargets(
  ctx: Syncing,
  locals: LocalWorkspace[],
  targets: (string | undefined)[],
): Promise<Map<string, SeenWorkspace>> {
  const ids = targets.flatMap((id) => id ?? [])
  const found = new Map((await seenWorkspaces(ctx.db, ctx, ids, { lock: false })).map((row) => [row.id, row]))
  const renamed = locals.flatMap(({ name }, index) => {
    const workspace = found.get(targets[index] ?? '')
    return workspace && workspace.name !== name ? workspace.id : []
  })
  if (renamed.length === 0) return found
  const held = await seenWorkspaces(ctx.db, ctx, renamed, { lock: true })
  for (const id of renamed) found.delete(id)
  for (const workspace of held) found.set(workspace.id, workspace)
  return found
}

const isGone =
  'The workspace was deleted, or is not shared with you. Restore it, or take it off the list of this device.'

async function settle(
  ctx: Syncing,
  device: DeviceRow,
  { local, target, workspace: known, folder }: Pair,
  projects: NamedProjects,
): Promise<Entry> {
  const { localId, path } = local
  if (target !== undefined && !known)
    return { localId, status: 'deleted', workspaceId: null, problems: [isGone] }

  const workspace = known ?? { ...(await insertWorkspace(ctx, local)), right: 'manage' as const }
  const name = await rename(ctx, workspace, local)
  const moved = folder?.path !== path || folder.local_id !== localId
  if (moved) await noteFolder(ctx, device, workspace, { path, localId })
  const { missing, unknown } = projects(workspace.id, local.projects)
  const mayEdit = hasRight(workspace.right, 'edit')
  const added = missing.length > 0 && mayEdit && (await addProjects(ctx, workspace, missing)) > 0

  return {
    localId,
    status: statusOf(),
    workspaceId: workspace.id,
    problems: [
      ...(name === 'stands' ? [nameStands(workspace)] : []),
      ...(missing.length > 0 && !mayEdit ? ['You may see this workspace, but not add projects to it.'] : []),
      ...unknown.map((ref) => `There is no project "${ref}", or you may not see it.`),
    ],
  }

  function statusOf(): SyncStatus {
    if (!known) return 'created'
    if (name === 'stands') return 'server_newer'
    if (folder?.local_id !== localId) return 'linked'
    return moved || added || name === 'renamed' ? 'updated' : 'unchanged'
  }
}

/** The server takes a name over only from whoever may rename it, and has seen what it is called now. */
async function rename(
  ctx: Syncing,
  { right, ...before }: SeenWorkspace,
  { name, baseVersion }: LocalWorkspace,
) {
  if (name === before.name) return 'same'
  if (!hasRight(right, 'edit') || baseVersion !== before.version) return 'stands'
  await changeRow<WorkspaceRow>(ctx, workspaceKind, before, { name })
  return 'renamed'
}

function nameStands({ right, name, version }: SeenWorkspace): string {
  return hasRight(right, 'edit')
    ? `The name on the server, "${name}", stands. To change it, send its version, ${version}, as baseVersion.`
    : `The name on the server, "${name}", stands: you may see this workspace but not change it.`
}
