/** Texts of the project list, the frame around a project, and sharing. */
export const texts = {
  projectsPage: {
    title: 'Projects',
    noun: 'projects',
    create: 'New project',
    search: 'Search projects',
    statusFilter: { label: 'Project status', active: 'Active', archived: 'Archived' },
    noMatches: {
      title: 'No matching projects',
      text: 'Search for words from the name, key or description.',
    },
    noArchived: { title: 'No archived projects', text: 'Archive a finished project to move it here.' },
    emptyForGuests: {
      title: 'No shared projects yet',
      text: "You're a guest. Projects appear here when a member shares them with you.",
    },
    empty: {
      title: 'No projects yet',
      text: 'Create a project for the tasks that you and your agents work on.',
      create: 'Create your first project',
    },
  },

  projectRow: {
    archive: (name: string) => `Archive ${name}`,
    unarchive: (name: string) => `Unarchive ${name}`,
    delete: (name: string) => `Delete ${name}`,
    noTasks: 'No tasks',
    open: (count: number) => `${count} open`,
    lead: (name: string) => `Lead: ${name}`,
    people: (names: string, more: number) => `With ${names}${more > 0 ? ` and ${more} more` : ''}`,
    more: (count: number) => `+${count}`,
    lastActivity: 'Last activity',
  },

  createProjectDialog: {
    title: 'New project',
    name: 'Name',
    description: 'Description',
    descriptionHint: 'Agents read it too.',
    create: 'Create project',
  },

  projectChanges: {
    archived: (name: string) => `Archived ${name}.`,
    archiveFailed: (name: string) => `Couldn't archive ${name}.`,
    unarchived: (name: string) => `Unarchived ${name}.`,
    unarchiveFailed: (name: string) => `Couldn't unarchive ${name}.`,
    deleted: (name: string) => `Deleted ${name}.`,
    deleteFailed: (name: string) => `Couldn't delete ${name}.`,
    restored: (name: string) => `Restored ${name}.`,
  },

  projectFrame: {
    noun: 'the project',
    all: 'All projects',
    pages: (name: string) => `Pages of ${name}`,
    taskViews: 'Task views',
    docTypes: 'Document types',
    moreOpen: (page: string) => `More, open: ${page}`,
    tabs: {
      overview: 'Overview',
      tasks: 'Tasks',
      docs: 'Docs',
      more: 'More',
      list: 'List',
      board: 'Board',
      tree: 'Tree',
      timeline: 'Timeline',
      insights: 'Insights',
      features: 'Features',
      notes: 'Notes',
      decisions: 'Decisions',
      specs: 'Specs',
      memory: 'Memory',
      repos: 'Repositories',
      activity: 'Activity',
      trash: 'Trash',
      settings: 'Settings',
    },
  },

  projectHeader: {
    viewOnly: 'View only',
    share: 'Share',
    archived: "This project is archived. You can't add tasks to it.",
    unarchive: 'Unarchive',
  },

  visibilityBadge: { private: 'Private', team: 'Team', public: 'Public' },

  visibilityForm: {
    label: 'Project visibility',
    save: 'Save',
    saved: (name: string) => `Saved the visibility of ${name}.`,
  },

  visibilityFields: {
    visibility: 'Visibility',
    options: {
      organization: {
        name: 'Organization',
        description: 'All members can view and edit it. Guests need a share.',
      },
      team: {
        name: 'Team',
        description: 'Its team, owners and admins can view and edit it. Others need a share.',
      },
      private: {
        name: 'Private',
        description: 'Its creator, owners and admins can view and edit it. Others need a share.',
      },
      public: {
        name: 'Public',
        description:
          'All members can edit it. Anyone with the public URL can view its name, its description and the sections below.',
      },
    },
    team: 'Team',
    teamOptional: 'Team (optional)',
    chooseTeam: 'Choose a team',
    noTeam: 'None',
    sections: {
      label: 'Public sections',
      overview: 'Overview: task counts by status',
      tasks: 'Tasks: titles, status, priority, labels and dates',
      epics: 'Epics and their progress',
      features: 'Features and the gates they have passed',
      hint: 'The name, description and creator are always public. Other people, comments and long texts never are.',
    },
  },

  publicAddress: { label: 'Public URL' },

  shareDialog: {
    title: (name: string) => `Share ${name}`,
    people: 'People and teams',
    peopleHint: 'They get access in addition to the visibility above.',
  },

  addShare: {
    label: 'Share project',
    target: 'Person or team',
    role: 'Role',
    share: 'Share',
    shared: (name: string) => `Shared with ${name}.`,
    guest: (username: string) => `${username}, guest`,
    team: 'team',
  },

  shareList: {
    noun: 'shares',
    empty: 'Not shared with anyone yet.',
    role: (name: string) => `Role of ${name}`,
    remove: (name: string) => `Stop sharing with ${name}`,
    canEdit: (name: string) => `${name} can now edit the project.`,
    canView: (name: string) => `${name} can now view the project.`,
    removed: (name: string) => `Stopped sharing with ${name}.`,
  },
}
