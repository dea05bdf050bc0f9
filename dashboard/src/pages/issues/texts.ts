/** Texts for reporting problems and following them. */
export const texts = {
  states: {
    open: 'Open',
    triaged: 'Triaged',
    in_progress: 'In progress',
    resolved: 'Resolved',
    closed: 'Closed',
  },

  report: {
    title: 'Report a problem',
    problem: 'Problem',
    problemHint: 'One line, such as "The board stays empty after a reload".',
    description: 'Description',
    descriptionHint: 'The steps, the result that you expected, and the result that you got.',
    page: 'Page',
    screenshot: 'Screenshot',
    screenshotHint: 'PNG, JPEG, WebP or GIF, at most 5 MiB. Hide confidential parts first.',
    details:
      'The administrators of this instance also receive your name, your browser and the version of Baton.',
    submit: 'Report',
    reported: (number: number) => `Reported as #${number}.`,
    screenshotFailed: (number: number) => `Reported as #${number}, but without the screenshot.`,
    open: 'Open',
  },

  list: {
    title: 'Your issues',
    text: 'Problems that you reported to the administrators of this instance. Only you and they can see them.',
    noun: 'issues',
    stateFilter: 'State',
    allStates: 'All states',
    report: 'Report a problem',
    empty: {
      title: 'No issues yet',
      text: 'Report a problem, and follow its state and the replies here.',
    },
    noMatches: { title: 'No matching issues', text: 'Choose another state to see more.' },
  },

  columns: { issue: 'Issue', state: 'State', replies: 'Replies', reported: 'Reported' },

  page: {
    noun: 'issue',
    back: 'Your issues',
    noDescription: 'No description',
    details: 'Details',
    reportedAt: 'Reported',
    pageUrl: 'Page',
    browser: 'Browser',
    version: 'Version',
    assignee: 'Assignee',
    replies: 'Replies',
    noReplies: 'No replies yet. You get a notification when an administrator replies.',
    administrator: 'Administrator',
    reply: 'Reply',
  },

  screenshot: {
    title: 'Screenshot',
    alt: (number: number) => `Screenshot of issue #${number}`,
    remove: 'Remove screenshot',
    removeTitle: 'Remove the screenshot?',
    removeConsequence: 'The administrators can no longer see it.',
    removeAction: 'Remove',
  },
}
