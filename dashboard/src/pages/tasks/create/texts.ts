/** Texts of the dialog that creates a task. */
export const texts = {
  title: 'Create task',
  project: 'Project',
  chooseProject: 'Choose a project',
  taskTitle: 'Title',
  description: 'Description',
  addLabel: 'Add label',
  removeLabel: (label: string) => `Remove label ${label}`,
  none: 'None',
  another: 'Create another',
  submit: 'Create',
  submitHint: 'Ctrl+Enter',
  created: (key: string) => `Created ${key}.`,
  open: (key: string) => `Open ${key}`,
  projectRequired: 'Choose a project.',
  noProjects: "There's no project you can add tasks to yet.",
  projects: 'Show projects',
}
