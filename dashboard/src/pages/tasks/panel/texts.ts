/** Texts of the panel and the page of one task. */
export const texts = {
  taskPanel: {
    label: (key: string) => `Task ${key}`,
    delete: (key: string) => `Delete ${key}`,
    close: 'Close task',
    fullPage: 'Open full page',
  },

  taskPage: {
    all: 'All tasks',
    back: 'Show in list',
  },

  taskSteps: {
    previous: 'Previous task',
    next: 'Next task',
  },

  taskActions: {
    copyLink: 'Copy link',
    copyBranch: 'Copy branch name',
    copiedBranch: (name: string) => `Copied ${name}.`,
  },

  /** "Scout for Ada is working on this". */
  agentStrip: {
    label: 'An agent is working on this',
    onBehalfOf: (name: string) => ` for ${name}`,
    isWorking: 'is working on this',
    /** A time follows. */
    started: 'started',
    /** The action of the agent follows. */
    lastStep: 'Last step:',
  },

  watchers: {
    title: 'Watchers',
    names: (names: string) => `Watched by ${names}`,
    more: (count: number) => `+${count}`,
    watch: 'Watch',
    unwatch: 'Stop watching',
    addFailed: (task: string) => `Couldn't watch ${task}.`,
    removeFailed: (task: string) => `Couldn't stop watching ${task}.`,
  },

  taskRelations: {
    title: 'Relations',
    kinds: { epic: 'Epic', story: 'Story', feature: 'Feature', spec: 'Spec', decision: 'Decision' },
    status: (status: string) => (status[0]?.toUpperCase() ?? '') + status.slice(1).replaceAll('_', ' '),
    code: (feature: string) => `Code of ${feature}`,
    codeKinds: { commit: 'Commit', pull_request: 'Pull request' },
  },

  /** "Claimed by Scout for Ada until 14:00." */
  lease: {
    label: 'Claim',
    claimedBy: 'Claimed by',
    onBehalfOf: (name: string) => ` for ${name}`,
    until: 'until',
    release: 'Release',
  },

  taskDetails: {
    title: 'Title',
    description: 'Description',
    descriptionPlaceholder: 'Add a description. Agents read it before they start.',
    completionNotes: 'Completion notes',
    code: 'Code',
    createdBy: 'Created by',
    onBehalfOf: (name: string) => ` on behalf of ${name}`,
  },

  taskProperties: {
    none: 'None',
    chooseEpic: 'List stories of…',
    notSet: 'Not set',
    estimatePlaceholder: 'Points',
    addLabel: 'Add label',
    removeLabel: (label: string) => `Remove label ${label}`,
  },

  completeForm: {
    notes: 'Completion notes',
    placeholder: 'What you did and what others should know',
    complete: 'Complete',
  },

  taskLinks: {
    title: 'Linked tasks',
    relation: 'Relation',
    task: 'Linked task',
    placeholder: 'Link another task',
    unlink: (key: string) => `Unlink ${key}`,
    unlinked: (key: string, other: string) => `Unlinked ${other} from ${key}.`,
  },

  taskComments: {
    title: 'Comments',
    showEarlier: 'Show earlier comments',
    actions: (author: string) => `Actions for comment by ${author}`,
    edit: 'Edit',
    delete: 'Delete',
    newComment: { label: 'Write a comment', submit: 'Comment' },
    editComment: { label: 'Edit comment', submit: 'Save' },
    addFailed: "Couldn't add your comment.",
    updateFailed: "Couldn't update the comment.",
    deleted: 'Deleted the comment.',
    deleteFailed: "Couldn't delete the comment.",
    restored: 'Restored the comment.',
  },

  taskStream: {
    title: 'Activity',
    label: 'Comments and activity',
    showEarlier: 'Show earlier activity',
  },
}
