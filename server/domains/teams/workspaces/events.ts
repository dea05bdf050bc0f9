export const workspaceEvents = {
  'workspace.created': 'A workspace was created.',
  'workspace.updated': 'The name or description of a workspace changed.',
  'workspace.transferred': 'A workspace was transferred to another owner.',
  'workspace.shared': "A workspace was shared with a team, or the team's role changed.",
  'workspace.unshared': 'A workspace is no longer shared with a team.',
  'workspace.deleted': 'A workspace was moved to the trash.',
  'workspace.restored': 'A workspace was restored from the trash.',
  'workspace.purged': 'A workspace was purged 30 days after its deletion.',
  'workspace_project.added': 'A project was added to a workspace.',
  'workspace_project.removed': 'A project was removed from a workspace.',
  'workspace_folder.noted': 'A user set the folder of a workspace on one of their devices.',
  'workspace_folder.removed': "The folder of a workspace on a user's device was removed.",
} as const
