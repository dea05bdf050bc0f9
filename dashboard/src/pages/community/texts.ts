/** Texts of the community posts. */
export const texts = {
  list: {
    title: 'Community',
    text: 'Posts that everyone with an account on this instance can read.',
    noun: 'posts',
    label: 'Posts',
    filter: 'Author',
    everyone: 'All authors',
    mine: 'Your posts',
    create: 'New post',
    empty: { title: 'No posts yet', text: 'Write the first post for everyone on this instance.' },
    noMatches: { title: 'No matching posts', text: "You haven't written a post yet." },
    off: {
      title: 'Community posts are turned off',
      text: 'An administrator of this instance can turn them on in the settings.',
    },
  },

  post: {
    noun: 'post',
    back: 'All posts',
    pinned: 'Pinned',
    hidden: 'Hidden',
    hiddenNote: 'An administrator hid this post. Only you and the administrators can read it.',
    hiddenReason: (reason: string) => `Reason: ${reason}`,
    edited: ' · edited ',
    editedByAdministrator: ' · edited by an administrator ',
    reported: 'You reported this post',
    edit: 'Edit',
    delete: 'Delete',
    deleted: 'Deleted the post.',
    report: 'Report',
    confirmDelete: {
      title: (title: string) => `Delete “${title}”?`,
      text: 'The post is deleted permanently.',
      action: 'Delete',
    },
  },

  report: {
    title: (title: string) => `Report “${title}”`,
    reason: 'Reason',
    reasonHint: "Only the administrators read it. The author isn't notified.",
    submit: 'Report',
    done: 'Reported to the administrators.',
  },

  form: {
    newTitle: 'New post',
    editTitle: (title: string) => `Edit “${title}”`,
    title: 'Title',
    text: 'Text',
    subject: 'The post',
    publish: 'Publish',
    save: 'Save',
    close: 'Close',
    discard: 'Discard',
    published: 'Published the post.',
    saved: 'Saved the post.',
  },
}
