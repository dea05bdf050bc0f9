/** Texts of the community posts in the administration. */
export const texts = {
  page: {
    title: 'Community',
    text: 'Posts for everyone on this instance, the most reported ones first. Authors are notified when you edit, hide or delete their posts.',
    off: 'Community posts are turned off. Turn them on under Settings.',
    noun: 'posts',
    label: 'Posts',
    search: 'Search posts',
    author: 'Username of the author',
    filter: 'Posts',
    all: 'All posts',
    filters: { reported: 'Reported', hidden: 'Hidden', pinned: 'Pinned' },
    empty: { title: 'No posts yet', text: 'Posts that people write at /community appear here.' },
    noMatches: { title: 'No matching posts', text: 'Change the filters to see more.' },
  },

  post: {
    suspended: 'Author suspended',
    reports: (count: number) => (count === 1 ? '1 open report' : `${count} open reports`),
    earlierReports: (count: number) => (count === 1 ? '1 resolved report' : `${count} resolved reports`),
    hiddenReason: (reason: string) => `Reason for hiding: ${reason}`,
    reportList: (title: string) => `Reports of “${title}”`,
    moreReports: (count: number) => (count === 1 ? '1 older report' : `${count} older reports`),
    showText: 'Text',
    hide: 'Hide',
    show: 'Show again',
    pin: 'Pin',
    unpin: 'Unpin',
    edit: 'Edit',
    dismiss: 'Dismiss reports',
    delete: 'Delete',
  },

  reason: 'Reason',
  reasonHint: 'The author reads it. Optional.',

  hide: {
    title: (title: string) => `Hide “${title}”?`,
    text: 'Only its author and administrators can read it. Its open reports are resolved.',
    submit: 'Hide',
  },
  delete: {
    title: (title: string) => `Delete “${title}”?`,
    text: 'The post and its reports are deleted permanently.',
    submit: 'Delete',
  },
  edit: {
    title: (title: string) => `Edit “${title}”`,
    submit: 'Save',
  },
}
