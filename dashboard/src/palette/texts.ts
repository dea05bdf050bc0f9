/** Texts of the command palette. */
export const texts = {
  label: 'Search or create',
  placeholder: 'Search, go to a page, or type a title to create',
  commands: 'Commands',
  noMatches: 'No matches.',
  found: (count: number) => `${count} found`,

  groups: { recent: 'Recent', goTo: 'Go to', tasks: 'Tasks in this project', create: 'Create', ask: 'Ask' },

  actionsFor: (tasks: string) => `Actions for ${tasks}`,
  tasks: (count: string) => `${count} tasks`,
  actions: {
    status: 'Set status…',
    assignee: 'Set assignee…',
    priority: 'Set priority…',
    label: 'Add label…',
    delete: 'Delete…',
    copyLink: (count: number) => (count === 1 ? 'Copy link' : 'Copy links'),
  },
  pages: {
    status: (tasks: string) => `Status of ${tasks}`,
    assignee: (tasks: string) => `Assignee of ${tasks}`,
    priority: (tasks: string) => `Priority of ${tasks}`,
    label: (tasks: string) => `Label of ${tasks}`,
    delete: (tasks: string) => `Delete ${tasks}?`,
  },
  delete: (tasks: string) => `Delete ${tasks}`,
  cancel: 'Cancel',

  ask: (question: string) => `Ask: ${question}`,
  askDetail: 'search everything',
  discuss: (question: string) => `Start a conversation: ${question}`,

  createTask: (title: string) => `Create task “${title}”`,
  createProject: (name: string) => `Create project “${name}”`,

  administration: 'Administration',
  handbook: 'Handbook',
  switchTo: (organization: string) => `Go to ${organization}`,
  organization: 'organization',
  sandbox: 'sandbox',
  newOrganization: 'New organization',
  newTask: 'New task',
  askQuestion: 'Ask a question',
  newNote: 'New note',
  newAgent: 'New agent',
  settings: (page: string) => `Settings: ${page}`,
  theme: (name: string) => `Theme: ${name}`,
  signOut: 'Sign out',
}
