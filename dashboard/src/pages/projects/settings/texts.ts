/** Texts of the project settings. */
export const texts = {
  projectSettings: {
    title: (project: string) => `Settings of ${project}`,
    visibility: 'Visibility',
  },

  general: {
    label: 'Project',
    subject: 'The project',
    name: 'Name',
    description: 'Description',
    descriptionHint: 'Agents read it too.',
    save: 'Save project',
    saved: 'Saved the project.',
  },

  code: {
    title: 'Code',
    repos: 'Repositories',
    reposDetail: 'Connect the repositories of this project, and see their pull requests.',
    open: 'Open repositories',
    moveTasks: 'Pull requests move tasks',
    moveTasksDetail:
      'An open pull request moves the tasks that it mentions to In review. Its merge completes them.',
    turnedOn: 'Pull requests now move tasks.',
    turnedOff: 'Pull requests no longer move tasks.',
  },

  archive: {
    title: 'Archive',
    text: "You can view an archived project but not add to it. It's hidden from the active projects.",
    archive: (name: string) => `Archive ${name}`,
    archivedTitle: 'Archived',
    archivedText: 'You can view this project but not add to it.',
    unarchive: (name: string) => `Unarchive ${name}`,
  },

  deleteProject: {
    title: 'Delete',
    text: 'Moves the project and everything in it to the trash. You can restore it for 30 days.',
    delete: (name: string) => `Delete ${name}…`,
    confirm: {
      title: (name: string) => `Delete ${name}?`,
      warning: (tasks: number) =>
        `This also deletes its ${tasks === 1 ? '1 task' : `${tasks} tasks`} and everything else in it. You can restore it for 30 days.`,
      label: (key: string) => `Type the project key ${key} to confirm`,
      wrongKey: (key: string) => `This isn't the project key. Type ${key}.`,
    },
  },
}
