const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`
const content = (projects: number, tasks: number) =>
  `${count(projects, 'project')} and ${count(tasks, 'task')}`

/** Texts of the sandbox. */
export const texts = {
  title: 'Sandbox',
  intro: 'Test keys and test tokens work here, with the same members but separate data.',
  content: (projects: number, tasks: number) => `${content(projects, tasks)} since`,
  onlyAdmins: ' · owners and admins can empty it',
  none: { title: 'No sandbox yet', text: 'The first test key creates it.' },
  empty: 'Empty sandbox',
  emptied: (projects: number, tasks: number) => `Sandbox emptied: ${content(projects, tasks)} deleted.`,
  emptyDialog: {
    title: 'Empty the sandbox?',
    consequence:
      'All its projects, tasks, agents and their history are deleted permanently. Test keys keep working, except those limited to one of its projects.',
    empty: 'Empty sandbox',
  },
}
