import { changeRow } from '../../../operations/rows.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import type { DeviceRow } from '../devices/device.ts'
import { type SeenWorkspace, hasRight, seenWorkspaces } from './access.ts'
import { foldersOf, saveFolder, removeFolders } from './folders.ts'
import {
  type LocalWorkspace,
  type SyncStatus,
  type ProjectResolver,
  resolveProjects,
} from './sync-workspaces.ts'
import { insertWorkspace } from './workspaces.ts'
import { addProjects } from './workspace-projects.ts'
import { type FolderRow, type WorkspaceRow, workspaceKind } from './workspace.ts'

interface Entry {
  localId: string
  status: SyncStatus
  workspaceId: string | null
  problems: string[]
}

type SyncContext = Context & InOrganization

/**
 * Updates the folders on the server to match the list of a device. The calling function must lock the device. Repeating
 * the same list writes nothing.
 */
export async function reconcile(ctx: SyncContext, device: DeviceRow, locals: LocalWorkspace[]) {
  const folders = await foldersOf(ctx.db, device, ctx.organization.id)
  const pairs = await pair(ctx, locals, folders)
  const projects = await resolveProjects(
    ctx,
    locals.flatMap((local) => local.projects),
    pairs.flatMap(({ workspace }) => workspace?.id ?? []),
  )

  // Removes old folders first, so that a moved folder or a changed local id meets no conflict.
  const matched = new Set(pairs.map(({ folder }) => folder))
  const unmatched = folders.filter((folder) => folder.local_id !== null && !matched.has(folder))
  const unmatchedIds = unmatched.map(({ workspace_id }) => workspace_id)
  if (unmatched.length > 0) await removeFolders(ctx, device, unmatchedIds)

  const entries: Entry[] = []
  for (const each of pairs) entries.push(await applyPair(ctx, device, each, projects))
  const listed = new Set(locals.map(({ localId }) => localId))
  const removed = unmatched
    .filter(({ local_id }) => !listed.has(local_id!))
    .map(({ local_id, workspace_id }) => ({ localId: local_id!, workspaceId: workspace_id }))
  return { entries, removed }
}

/** A workspace of the device with its counterpart on the server. */
interface Pair {
  local: LocalWorkspace
  /** The workspace id that the device sent, or else the one that is linked to its local id. */
  target: string | undefined
  /** The target workspace, if the caller can see it. */
  workspace: SeenWorkspace | undefined
  /** The current folder on this device. */
  folder: FolderRow | undefined
}

async function pair(ctx: SyncContext, locals: LocalWorkspace[], folders: FolderRow[]): Promise<Pair[]> {
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
      rejectField(`workspaces.${index}.workspace`, 'The list contains this workspace twice.')
    const folder = target === undefined ? undefined : byWorkspace.get(target)
    // A folder that was set manually has no local id yet. With another local id it was moved or renamed on the device.
    const isSame = folder && [local.localId, null].includes(folder.local_id)
    return { local, target, workspace, folder: isSame ? folder : undefined }
  })
}

/** Returns the target workspaces by id. Locks those whose name may change, in the order of their ids. */
async function findTargets(
  ctx: SyncContext,
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
  const locked = await seenWorkspaces(ctx.db, ctx, renamed, { lock: true })
  for (const id of renamed) found.delete(id)
  for (const workspace of locked) found.set(workspace.id, workspace)
  return found
}

const deletedProblem =
  'The workspace was deleted or is not shared with you. Restore it, or remove it from this device.'

async function applyPair(
  ctx: SyncContext,
  device: DeviceRow,
  { local, target, workspace: known, folder }: Pair,
  projects: ProjectResolver,
): Promise<Entry> {
  const { localId, path } = local
  if (target !== undefined && !known)
    return { localId, status: 'deleted', workspaceId: null, problems: [deletedProblem] }

  const workspace = known ?? { ...(await insertWorkspace(ctx, local)), right: 'manage' as const }
  const name = await rename(ctx, workspace, local)
  const isMoved = folder?.path !== path || folder.local_id !== localId
  if (isMoved) await saveFolder(ctx, device, workspace, { path, localId })
  const { missing, unknown } = projects(workspace.id, local.projects)
  const canEdit = hasRight(workspace.right, 'edit')
  const isAdded = missing.length > 0 && canEdit && (await addProjects(ctx, workspace, missing)) > 0

  return {
    localId,
    status: statusOf(),
    workspaceId: workspace.id,
    problems: [
      ...(name === 'rejected' ? [explainRejectedName(workspace)] : []),
      ...(missing.length > 0 && !canEdit ? ['You can view this workspace but not add projects to it.'] : []),
      ...unknown.map((ref) => `Project "${ref}" doesn't exist, or you can't see it.`),
    ],
  }

  function statusOf(): SyncStatus {
    if (!known) return 'created'
    if (name === 'rejected') return 'server_newer'
    if (folder?.local_id !== localId) return 'linked'
    return isMoved || isAdded || name === 'renamed' ? 'updated' : 'unchanged'
  }
}

/** Renames a workspace only if the caller can edit it and sent the current version. */
async function rename(
  ctx: SyncContext,
  { right, ...before }: SeenWorkspace,
  { name, baseVersion }: LocalWorkspace,
) {
  if (name === before.name) return 'unchanged'
  if (!hasRight(right, 'edit') || baseVersion !== before.version) return 'rejected'
  await changeRow<WorkspaceRow>(ctx, workspaceKind, before, { name })
  return 'renamed'
}

function explainRejectedName({ right, name, version }: SeenWorkspace): string {
  return hasRight(right, 'edit')
    ? `The server kept the name "${name}". To change it, send "baseVersion": ${version}.`
    : `The server kept the name "${name}", because you can view this workspace but not change it.`
}
