/** Texts of workspaces. */
export const texts = {
  workspacesPage: {
    title: 'Workspaces',
    noun: 'workspaces',
    newWorkspace: 'New workspace',
    empty: {
      title: 'No workspaces yet',
      text: 'Create a workspace to group projects with their folders on your devices. You can share it with teams.',
    },
    columns: {
      workspace: 'Workspace',
      owner: 'Owner',
      teams: 'Shared with',
      projects: 'Projects',
      folders: 'Your folders',
    },
    moreTeams: (count: number) => ` and ${count} more`,
    folderTitle: (device: string, path: string) => `${device}: ${path}`,
    devices: { before: 'Rename and revoke your devices in', link: 'Sync settings', after: '.' },
  },

  createDialog: {
    title: 'New workspace',
    name: 'Name',
    description: 'Description (optional)',
    hint: 'Only you see it until you share it with a team.',
    create: 'Create workspace',
  },

  workspacePage: {
    noun: 'the workspace',
    all: 'All workspaces',
    own: 'Your workspace',
    ownedBy: (owner: string) => `Owned by ${owner}`,
  },

  form: {
    label: 'Workspace',
    subject: 'The workspace',
    name: 'Name',
    description: 'Description',
    save: 'Save workspace',
    saved: 'Workspace saved.',
  },

  projects: {
    title: 'Projects',
    noun: 'projects',
    text: 'Adding a project to a workspace gives no one access to it.',
    empty: 'No projects that you can see.',
    archived: 'Archived',
    remove: (project: string) => `Remove ${project} from the workspace`,
    choose: 'Project to add',
    placeholder: 'Select a project',
    add: 'Add',
    added: (project: string, workspace: string) => `Added ${project} to ${workspace}.`,
    removed: (project: string) => `Removed ${project} from the workspace.`,
  },

  teams: {
    title: 'Shared with',
    label: 'Teams',
    text: 'Viewers see the workspace. Editors also rename it, and add and remove projects.',
    empty: 'Not shared with any team.',
    roleOf: (team: string) => `Role of ${team}`,
    unshare: (team: string) => `Stop sharing with ${team}`,
    choose: 'Team to share with',
    placeholder: 'Select a team',
    role: 'Team role',
    share: 'Share',
    shared: (team: string, role: string) => `Shared with ${team} as ${role.toLowerCase()}.`,
    unshared: (team: string) => `Stopped sharing with ${team}.`,
  },

  folders: {
    title: 'On your devices',
    label: 'Folders',
    text: 'Only you see the folders on your devices.',
    empty: 'No folders yet. A device adds its folder when it syncs.',
    remove: 'Remove',
    removeLabel: (device: string) => `Remove the folder on ${device}`,
    removed: (device: string) => `Removed the folder on ${device}. Its files stay.`,
    restored: (device: string) => `Restored the folder on ${device}.`,
  },

  deleteWorkspace: {
    title: 'Delete workspace',
    text: 'You can restore it for 30 days with its teams, projects and folders. No projects or files are deleted.',
    delete: (workspace: string) => `Delete ${workspace}`,
    deleted: (workspace: string) => `Deleted ${workspace}.`,
    restored: (workspace: string) => `Restored ${workspace}.`,
  },
}
