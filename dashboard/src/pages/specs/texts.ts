/** Texts of the list of specs, and of the pages of one spec. */
export const texts = {
  fields: { title: 'Title', text: 'Text' },

  specsPage: {
    title: 'Specs',
    projectTitle: (project: string) => `Specs of ${project}`,
    create: 'New spec',
    statusFilter: 'Filter by status',
    /** Every status but archived. */
    active: 'Active',
    allProjects: 'All projects',
    label: 'Specs',
    noun: 'specs',
    more: (count: number) => ` and ${count} more`,
    empty: { title: 'No specs yet', text: 'Write a spec to agree on what to build before the work starts.' },
    noMatches: { title: 'No matching specs', text: 'Clear the filters to see all specs.' },
  },

  columns: {
    spec: 'Spec',
    project: 'Project',
    status: 'Status',
    revision: 'Revision',
    items: 'Linked items',
    updated: 'Updated',
  },

  newSpec: {
    title: 'New spec',
    subject: 'The spec',
    titlePlaceholder: 'Guest checkout',
    /** Initial text, in Markdown. */
    outline: '## Why\n\n\n## What\n\n\n## Acceptance criteria\n\n',
    create: 'Create spec',
  },

  specPage: {
    loading: 'spec',
    allSpecs: 'All specs',
    specs: 'Specs',
    status: 'Status',
    edit: 'Edit',
    actions: (key: string) => `Actions for ${key}`,
    delete: 'Delete',
    empty: 'This spec is empty.',
  },

  earlierRevision: {
    notice: (revision: number, latest: number, reason: string) =>
      `You're viewing revision ${revision} of ${latest}${reason && `: ${reason}`}`,
    changes: 'View changes since',
    latest: 'View latest',
    restore: 'Restore',
  },

  aside: {
    project: 'Project',
    author: 'Author',
    created: 'Created',
    updated: 'Updated',
    updatedBy: (name: string) => `by ${name}`,
    revisions: 'Revisions',
    shownRevision: 'Shown revision',
    revision: (revision: number, latest: boolean, reason: string | undefined) =>
      `${revision}${latest ? ' (latest)' : ''}${reason ? `: ${reason}` : ''}`,
    compare: 'Compare revisions',
    items: 'Linked items',
    link: 'Link an item',
    unlink: (item: string) => `Unlink ${item}`,
  },

  editor: {
    title: (key: string) => `Edit ${key}`,
    subject: 'The spec',
    reason: 'Reason for change (optional)',
    reasonHint: 'Saved with this revision.',
    approvedHint: 'Editing an approved spec returns it to draft.',
    save: (revision: number) => `Save revision ${revision}`,
    saved: (revision: number, key: string) => `Saved revision ${revision} of ${key}.`,
  },

  revisionsPage: {
    loading: 'revisions',
    back: 'Back to spec',
    view: 'View',
    viewRevision: (revision: number) => `View revision ${revision}`,
  },

  changes: {
    statusChanged: (key: string, status: string) => `Changed ${key} to ${status}.`,
    statusFailed: (key: string) => `Couldn't change the status of ${key}.`,
    restoreReason: (revision: number) => `Restored revision ${revision}.`,
    revisionRestored: (key: string, from: number, revision: number) =>
      `Restored revision ${from} of ${key} as revision ${revision}.`,
    unlinked: (key: string, item: string) => `Unlinked ${item} from ${key}.`,
    deleted: (key: string) => `Deleted ${key}.`,
    restored: (key: string) => `Restored ${key}.`,
  },
}
