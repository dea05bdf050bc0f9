/** Texts of the list of specs, and of the pages of one spec. */
export const texts = {
  status: 'Status',
  approvedHint: 'Editing an approved spec returns it to draft.',

  specsPage: {
    title: 'Specs',
    projectTitle: (project: string) => `Specs of ${project}`,
    create: 'New spec',
    statusFilter: 'Filter by status',
    /** Every status but archived. */
    active: 'Active',
    allProjects: 'All projects',
    noun: 'specs',
    moreItems: (count: number) => ` and ${count} more`,
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
    titlePlaceholder: 'Guest checkout',
    /** Initial text, in Markdown. */
    outline: '## Why\n\n\n## What\n\n\n## Acceptance criteria\n\n',
    create: 'Create spec',
  },

  aside: {
    project: 'Project',
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

  changes: {
    statusChanged: (key: string, status: string) => `Changed ${key} to ${status}.`,
    statusFailed: (key: string) => `Couldn't change the status of ${key}.`,
    unlinked: (key: string, item: string) => `Unlinked ${item} from ${key}.`,
  },
}
