export const workspaceEvents = {
  'workspace.created': 'Somebody made a workspace.',
  'workspace.updated': 'The name or description of a workspace changed.',
  'workspace.transferred': 'A workspace was given to another owner.',
  'workspace.shared': 'A workspace was shared with a team, or the team has another role in it.',
  'workspace.unshared': 'A workspace is no longer shared with a team.',
  'workspace.deleted': 'A workspace went into the trash.',
  'workspace.restored': 'A workspace came back from the trash.',
  'workspace.purged': 'A workspace was removed for good, 30 days after it was deleted.',
  'workspace_project.added': 'A project was added to a workspace.',
  'workspace_project.removed': 'A project was taken out of a workspace.',
  'workspace_folder.noted': 'Somebody noted where a workspace is on one of their devices.',
  'workspace_folder.removed': 'A workspace is no longer on one of the devices of somebody.',
} as const
