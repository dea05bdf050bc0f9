/** Texts of the panel that shows one task. */
export const texts = {
  taskPanel: {
    label: (key: string) => `Task ${key}`,
    delete: (key: string) => `Delete ${key}`,
    close: 'Close task',
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
    createdBy: 'Created by',
    onBehalfOf: (name: string) => ` on behalf of ${name}`,
  },

  taskProperties: {
    none: 'None',
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
    title: 'Links',
    relation: 'Relation',
    task: 'Linked task',
    placeholder: 'Link another task',
    unlink: (key: string) => `Unlink ${key}`,
    unlinked: (key: string, other: string) => `Unlinked ${other} from ${key}.`,
  },

  taskComments: {
    title: 'Comments',
    showEarlier: 'Show earlier comments',
    onBehalfOf: (name: string) => `for ${name}`,
    edited: ', edited',
    actions: (author: string) => `Actions for comment by ${author}`,
    edit: 'Edit',
    delete: 'Delete',
    newComment: { label: 'Write a comment', submit: 'Comment' },
    editComment: { label: 'Edit comment', submit: 'Save' },
    placeholder: (label: string) => `${label}. Press Ctrl+Enter to send.`,
    addFailed: "Couldn't add your comment.",
    updateFailed: "Couldn't update the comment.",
    deleted: 'Deleted the comment.',
    deleteFailed: "Couldn't delete the comment.",
    restored: 'Restored the comment.',
  },

  taskHistory: {
    title: 'History',
    noun: 'changes',
    more: 'Show earlier changes',
  },
}
