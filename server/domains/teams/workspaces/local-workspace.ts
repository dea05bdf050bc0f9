import { z } from 'zod'
import { Workspace, workspaceFields } from './workspace.ts'

/** A workspace as the device reports it. */
export const LocalWorkspace = z.strictObject({
  localId: workspaceFields.localId,
  name: workspaceFields.name,
  path: workspaceFields.path,
  projects: z
    .array(z.string().trim().min(1).max(100))
    .max(100)
    .default([])
    .describe(
      'Projects of the workspace, by slug, key or id. Sync only adds projects and never removes any.',
    ),
  workspace: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Id of the workspace that this folder belongs to. Without it, an unknown local id creates a workspace.',
    ),
  baseVersion: z
    .int32()
    .min(1)
    .optional()
    .describe(
      'Version that the device last saw. A new name is accepted only if this is still the current version.',
    ),
})
export type LocalWorkspace = z.output<typeof LocalWorkspace>

/** The result of a sync for each workspace. */
export const syncStatuses = {
  created: 'A workspace was created.',
  linked: 'The folder was linked to the given workspace.',
  updated: 'The server accepted the changes of the device.',
  unchanged: 'Device and server are equal.',
  server_newer: 'The server kept its name. Use it on the device.',
  deleted: 'The workspace was deleted or is not shared with the caller. Nothing changed.',
} as const
export type SyncStatus = keyof typeof syncStatuses

export const SyncedWorkspace = z.object({
  localId: z.string(),
  status: z.enum(Object.keys(syncStatuses) as [SyncStatus, ...SyncStatus[]]).describe(
    Object.entries(syncStatuses)
      .map(([status, meaning]) => `${status}: ${meaning}`)
      .join(' '),
  ),
  workspace: Workspace.nullable().describe('Current workspace. Null if it was deleted.'),
  problems: z.array(z.string()).describe('Sentences about changes that were not applied.'),
})
