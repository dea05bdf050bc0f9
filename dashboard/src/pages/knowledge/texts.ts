/** Texts of the parts that notes, decisions, specs and skills share. */
export const texts = {
  editorFrame: { discard: 'Discard changes', close: 'Close' },

  projectFilter: { label: 'Filter by project' },

  projectField: { label: 'Project', choose: 'Select a project' },

  publicDocument: {
    pageTitle: 'Not public',
    title: "This page isn't public",
    text: (noun: string) => `Check the URL. The ${noun} may no longer be public.`,
  },

  restoreRevision: {
    action: 'Restore',
    label: (revision: number) => `Restore revision ${revision}`,
  },

  revisionsView: {
    title: (name: string) => `Revisions of ${name}`,
    changes: 'Changes',
    from: 'From',
    fromRevision: 'From revision',
    to: 'to',
    toRevision: 'To revision',
    latest: (revision: number) => `${revision} (latest)`,
    all: 'All revisions',
  },

  comparison: {
    loading: 'changes',
    title: 'Title',
    status: 'Status',
    files: { added: 'Added', changed: 'Changed', removed: 'Removed' },
  },

  revisionList: {
    label: 'Revisions',
    loading: 'revisions',
    changes: 'Changes',
    changesIn: (revision: number) => `Changes in revision ${revision}`,
    more: 'Show older revisions',
  },

  suggestedNote: 'Note',

  tags: {
    label: 'Tags',
    show: (tag: string) => `Show everything tagged ${tag}`,
    clear: (tag: string) => `Clear the tag filter ${tag}`,
    remove: (tag: string) => `Remove tag ${tag}`,
    placeholder: 'Add tags',
    placeholderMore: 'Add another',
  },
}
