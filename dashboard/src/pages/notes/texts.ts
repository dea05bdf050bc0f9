/** Texts of the list of notes, and of the pages and dialogs of one note. */
export const texts = {
  quoted: (title: string) => `“${title}”`,
  private: 'Private',
  public: 'Public',

  notesPage: {
    title: 'Notes',
    projectTitle: (project: string) => `Notes of ${project}`,
    search: 'Search notes',
    allNotes: 'All notes',
    privateNotes: 'Private notes',
    create: 'New note',
    noun: 'notes',
    empty: { title: 'No notes yet', text: 'Write a note in Markdown, and type [[ to link notes and items.' },
    noMatches: { title: 'No matching notes', text: 'Clear the filters to see all notes.' },
  },

  noteRow: {
    pin: (title: string) => `Pin ${title}`,
    unpin: (title: string) => `Unpin ${title}`,
    pinned: 'Pinned',
  },

  newNote: {
    title: 'New note',
    titlePlaceholder: 'Leave empty to use the first line',
    noProject: 'No project (private)',
    create: 'Create note',
  },

  notePage: {
    pin: 'Pin',
    unpin: 'Unpin',
  },

  actions: {
    move: 'Move…',
    publish: 'Publish…',
    changeUrl: 'Change public URL…',
    unpublish: 'Unpublish',
  },

  noteAside: {
    links: 'Outgoing links',
    unwritten: "This note doesn't exist yet",
    backlinks: 'Backlinks',
    /** The link to write stands between the two parts. */
    noBacklinks: { before: 'No backlinks yet. Write', after: 'in another note to add one.' },
  },

  editor: {
    save: 'Save',
    saved: (title: string) => `Saved “${title}”.`,
  },

  moveDialog: {
    title: 'Move note',
    noProject: (owner: string) => `No project (private to ${owner})`,
    hint: 'Members who can view or edit the project can view or edit the note.',
    move: 'Move',
  },

  publishDialog: {
    title: 'Publish note',
    titleIfPublic: 'Change public URL',
    text: 'Anyone with the URL can read this note and later changes without an account. Linked items stay private.',
    slug: 'URL name',
    slugHint: (url: string) => `${url}. Leave empty to use the title.`,
    publish: 'Publish',
    save: 'Save',
    published: (title: string) => `Published “${title}”.`,
  },

  revisionDialog: {
    title: (revision: number) => `Revision ${revision}`,
    loading: (revision: number) => `revision ${revision}`,
  },

  changes: {
    pinned: (title: string) => `Pinned “${title}”.`,
    unpinned: (title: string) => `Unpinned “${title}”.`,
    pinFailed: (title: string) => `Couldn't pin “${title}”.`,
    unpinFailed: (title: string) => `Couldn't unpin “${title}”.`,
    moved: (title: string, project: string) => `Moved “${title}” to ${project}.`,
    madePrivate: (title: string) => `“${title}” is now private.`,
    unpublished: (title: string) => `Unpublished “${title}”.`,
  },

  publicNote: {
    noun: 'note',
    /** The day follows. */
    byline: (author: string) => `By ${author}, updated`,
  },
}
