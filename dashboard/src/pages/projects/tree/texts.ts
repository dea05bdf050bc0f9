const count = (value: number, one: string, several: string) =>
  value === 0 ? '' : value === 1 ? `1 ${one}` : `${value} ${several}`

/** Texts of the tree of epics, stories and tasks. */
export const texts = {
  treePage: {
    noun: 'the tree',
    help: 'Press up and down to move between rows, left and right to collapse and expand, and Alt with up or down to move a row.',
    label: 'Epics',
    empty: {
      title: 'No epics yet',
      text: 'Add an epic for a large goal, such as a release. Split it into stories, and the stories into tasks.',
    },
    moved: (key: string, position: number, total: number) => `${key} is now ${position} of ${total}.`,
  },

  branches: {
    stories: (epic: string) => `Stories of ${epic}`,
    tasks: (story: string) => `Tasks of ${story}`,
    storyNoun: 'stories',
    taskNoun: 'tasks',
    /** "9 stories". The server stops counting at `max`. */
    storyCount: (value: number, max: number) =>
      value < max ? count(value, 'story', 'stories') : `${max}+ stories`,
    noStory: 'No story',
    tasksWithoutStory: 'Tasks without a story',
  },

  addLine: {
    epic: 'Add epic',
    story: 'Add story',
    task: 'Add task',
    placeholder: 'Type a title and press Enter',
  },

  branchMenu: {
    label: (key: string) => `Actions for ${key}`,
    edit: 'Edit',
    up: 'Move up',
    down: 'Move down',
    moveToStory: 'Move to story…',
    moveToEpic: 'Move to epic…',
    delete: 'Delete',
  },

  movePicker: {
    story: 'Move to story',
    epicOfStory: 'Epic of the story',
    epic: 'Move to epic',
    noStory: 'No story',
  },

  editGroup: {
    epic: (key: string) => `Epic ${key}`,
    story: (key: string) => `Story ${key}`,
    title: 'Title',
    description: 'Description',
    status: 'Status',
    due: 'Due date',
    save: 'Save',
  },

  treeChanges: {
    movedTo: (key: string, parent: string) => `Moved ${key} to ${parent}.`,
    removedFromStory: (key: string) => `Removed ${key} from its story.`,
    moveFailed: (key: string) => `Couldn't move ${key}.`,
    /** "Deleted WEB-1 with 2 stories and 3 tasks." */
    deleted(key: string, { stories, tasks } = { stories: 0, tasks: 0 }): string {
      const contents = [count(stories, 'story', 'stories'), count(tasks, 'task', 'tasks')].filter(Boolean)
      return contents.length > 0 ? `Deleted ${key} with ${contents.join(' and ')}.` : `Deleted ${key}.`
    },
    deleteFailed: (key: string) => `Couldn't delete ${key}.`,
    restored: (key: string) => `Restored ${key}.`,
    added: (key: string) => `Added ${key} at the end of its list.`,
    addFailed: (title: string) => `Couldn't add “${title}”.`,
  },
}
