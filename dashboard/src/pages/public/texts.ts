/** Texts of the public page of a project. */
export const texts = {
  frame: { projects: 'Your projects', signIn: 'Sign in' },

  page: {
    noun: 'project',
    moreTasks: 'Show more tasks',
    archived: 'Archived',
    by: (owner: string) => `by ${owner}`,
  },

  overview: {
    title: 'Overview',
    text: (total: number, open: number) => `${total} ${total === 1 ? 'task' : 'tasks'}, ${open} open.`,
    byStatus: 'Tasks by status',
  },

  features: { title: 'Features', empty: 'No features yet.' },
  epics: {
    title: 'Epics',
    empty: 'No epics yet.',
    progress: (done: number, total: number) => `${done} of ${total} done`,
  },
  tasks: { title: 'Tasks', empty: 'No tasks yet.' },
}
