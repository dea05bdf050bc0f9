/** Texts of the project overview. */
export const texts = {
  homePage: {
    title: (project: string) => `Overview of ${project}`,
    throughput: {
      title: 'Throughput',
      text: 'Tasks created and completed in each of the last 8 weeks.',
      week: 'Week of',
      tasks: 'Tasks',
      created: 'Created',
      completed: 'Completed',
      empty: 'No tasks were created or completed in the last 8 weeks.',
    },
  },

  keyNumbers: {
    label: 'Key numbers',
    open: 'Open',
    blocked: 'Blocked or waiting',
    overdue: 'Overdue',
    unassigned: 'Unassigned',
    done: 'Done in last 7 days',
  },

  tasksByStatus: {
    title: 'Tasks',
    /** Cancelled tasks don't count towards the progress, so they are named separately. */
    total: (count: number, cancelled: number) =>
      cancelled > 0 ? `${count} total, not counting ${cancelled} cancelled` : `${count} total`,
  },

  dueNext: {
    title: 'Due next',
    all: 'All by due date',
    noun: 'tasks',
    empty: 'No open tasks with a due date.',
  },

  openFeatures: {
    title: 'Open features',
    all: 'All features',
    noun: 'features',
    empty: 'No open features.',
  },
}
