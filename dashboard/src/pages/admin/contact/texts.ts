/** Texts of the messages of the contact form. */
export const texts = {
  page: {
    title: 'Contact',
    intro: 'Messages that visitors sent with the contact form.',
    off: 'The contact form is turned off. Turn it on under Settings.',
    noun: 'messages',
    empty: { title: 'No messages yet', text: 'Messages of the contact form appear here.' },
    noMatches: { title: 'No matching messages', text: 'Search for another text or choose another state.' },
    list: 'Messages of the contact form',
    search: 'Search messages',
    statusFilter: 'State',
    statuses: { all: 'All states', open: 'Open', done: 'Done' },
    markDone: 'Mark as done',
    reopen: 'Reopen',
    reply: 'Reply',
    delete: 'Delete',
    confirmDelete: {
      title: (subject: string) => `Delete “${subject}”?`,
      text: 'The message is deleted permanently.',
      action: 'Delete',
    },
  },
}
