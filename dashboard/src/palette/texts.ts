/** Texts of the command palette. */
export const texts = {
  label: 'Search or create',
  placeholder: 'Search, go to a page, or type a title to create',
  commands: 'Commands',
  noMatches: 'No matches.',
  found: (count: number) => `${count} found`,

  groups: { recent: 'Recent', goTo: 'Go to', tasks: 'Tasks in this project', create: 'Create', ask: 'Ask' },

  ask: (question: string) => `Ask: ${question}`,
  askDetail: 'search everything',

  createTask: (title: string) => `Create task “${title}”`,
  createTaskIn: (project: string) => `in ${project}`,
  createProject: (name: string) => `Create project “${name}”`,

  administration: 'Administration',
  handbook: 'Handbook',
  switchTo: (organization: string) => `Go to ${organization}`,
  organization: 'organization',
  sandbox: 'sandbox',
  newOrganization: 'New organization',
  newTask: 'New task',
  newNote: 'New note',
  newAgent: 'New agent',
  settings: (page: string) => `Settings: ${page}`,
  theme: (name: string) => `Theme: ${name}`,
  signOut: 'Sign out',
}
