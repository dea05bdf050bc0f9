import { z } from 'zod'
import { Workspace, workspaceFields } from './workspace.ts'

/** A workspace as a device has it. */
export const LocalWorkspace = z.strictObject({
  localId: workspaceFields.localId,
  name: workspaceFields.name,
  path: workspaceFields.path,
  projects: z
    .array(z.string().trim().min(1).max(100))
    .max(100)
    .default([])
    .describe('Projects that belong to it, each by slug, key or id. They are added, and never removed.'),
  workspace: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'The id of the workspace that this folder is of. Without one, an unknown local id makes a new one.',
    ),
  baseVersion: z
    .int32()
    .min(1)
    .optional()
    .describe('The version that the device last saw. A new name is taken only if it is still that.'),
})
export type LocalWorkspace = z.output<typeof LocalWorkspace>

/** What became of it. */
export const syncStatuses = {
  created: 'There is a workspace for it now.',
  linked: 'It is known now as the folder of the workspace that was named.',
  updated: 'The server took over what the device has.',
  unchanged: 'Both had the same.',
  server_newer: 'The name on the server stands: take it over.',
  deleted: 'The workspace was deleted, or is not shared with the caller: nothing was done.',
} as const
export type SyncStatus = keyof typeof syncStatuses

export const SyncedWorkspace = z.object({
  localId: z.string(),
  status: z.enum(Object.keys(syncStatuses) as [SyncStatus, ...SyncStatus[]]).describe(
    Object.entries(syncStatuses)
      .map(([status, meaning]) => `${status}: ${meaning}`)
      .join(' '),
  ),
  workspace: Workspace.nullable().describe('As it is now; null if it is deleted.'),
  problems: z.array(z.string()).describe('What could not be done, in sentences.'),
})
