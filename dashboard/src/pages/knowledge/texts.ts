/** Texts of the parts that notes, decisions, specs, skills, pages and posts share. */
export const texts = {
  kinds: {
    note: {
      noun: 'note',
      plural: 'Notes',
      all: 'All notes',
      subject: 'The note',
      empty: 'This note is empty.',
      back: 'Back to note',
    },
    decision: {
      noun: 'decision',
      plural: 'Decisions',
      all: 'All decisions',
      subject: 'The decision',
    },
    spec: {
      noun: 'spec',
      plural: 'Specs',
      all: 'All specs',
      subject: 'The spec',
      empty: 'This spec is empty.',
      back: 'Back to spec',
    },
    skill: {
      noun: 'skill',
      plural: 'Skills',
      all: 'All skills',
      subject: 'The skill',
      empty: 'This skill is empty.',
      back: 'Back to skill',
    },
    page: {
      noun: 'page',
      plural: 'Pages',
      all: 'All pages',
      subject: 'The page',
      empty: 'This page is empty.',
      back: 'Back to page',
    },
    post: {
      noun: 'post',
      plural: 'Posts',
      all: 'All posts',
      subject: 'The post',
      empty: 'This post is empty.',
      back: 'Back to post',
    },
  },

  actions: (name: string) => `Actions for ${name}`,
  edit: 'Edit',

  deleteDocument: {
    action: 'Delete',
    deleted: (name: string) => `Deleted ${name}.`,
    restored: (name: string) => `Restored ${name}.`,
  },

  editorFrame: {
    title: (name: string) => `Edit ${name}`,
    saveRevision: (revision: number) => `Save revision ${revision}`,
    savedRevision: (revision: number, name: string) => `Saved revision ${revision} of ${name}.`,
    discard: 'Discard changes',
    close: 'Close',
  },

  projectFilter: { label: 'Filter by project' },

  projectField: { label: 'Project', choose: 'Select a project' },

  fields: {
    title: 'Title',
    text: 'Text',
    tags: 'Tags',
    reason: 'Reason for change (optional)',
    reasonHint: 'Saved with this revision.',
  },

  facts: {
    author: 'Author',
    created: 'Created',
    updated: 'Updated',
    revision: 'Revision',
    firstRevision: '1 (initial)',
    revisionLink: (revision: number) => `${revision} (view changes)`,
    tags: 'Tags',
    publicUrl: 'Public URL',
  },

  publicDocument: {
    pageTitle: 'Not public',
    title: "This page isn't public",
    text: (noun: string) => `Check the URL. The ${noun} may no longer be public.`,
  },

  restoreRevision: {
    action: 'Restore',
    label: (revision: number) => `Restore revision ${revision}`,
    reason: (revision: number) => `Restored revision ${revision}.`,
    restored: (from: number, revision: number, key?: string) =>
      `Restored revision ${from}${key ? ` of ${key}` : ''} as revision ${revision}.`,
  },

  earlierRevision: {
    notice: (revision: number, latest: number, reason: string | undefined) =>
      `You're viewing revision ${revision} of ${latest}${reason ? `: ${reason}` : '.'}`,
    changes: 'View changes since',
    latest: 'View latest',
  },

  viewRevision: {
    action: 'View',
    label: (revision: number) => `View revision ${revision}`,
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

  ticked: 'Changed the checklist.',
  tickFailed: "The checklist wasn't changed.",

  tags: {
    show: (tag: string) => `Show everything tagged ${tag}`,
    clear: (tag: string) => `Clear the tag filter ${tag}`,
    remove: (tag: string) => `Remove tag ${tag}`,
    placeholder: 'Add tags',
    placeholderMore: 'Add another',
  },
}
