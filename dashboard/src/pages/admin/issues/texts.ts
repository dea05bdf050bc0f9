/** Texts of the issues in the administration. */
export const texts = {
  list: {
    title: 'Issues',
    text: 'Problems that users reported to you. Only the reporter and the administrators can see them.',
    noun: 'issues',
    search: 'Search issues',
    stateFilter: 'State',
    allStates: 'All states',
    assigneeFilter: 'Assignee',
    anyAssignee: 'Any assignee',
    unassigned: 'Unassigned',
    empty: {
      title: 'No issues yet',
      text: 'Users report problems from the account menu or with "baton report".',
    },
    sync: 'Sync with code host',
    synced: (here: number, there: number) => `Changed ${here} here and ${there} at the code host.`,
    noMatches: { title: 'No matching issues', text: 'Change the filters to see more.' },
  },

  columns: {
    issue: 'Issue',
    state: 'State',
    assignee: 'Assignee',
    reporter: 'Reporter',
    reported: 'Reported',
  },

  page: {
    back: 'Issues',
    reporter: 'Reporter',
    state: 'State',
    assignee: 'Assignee',
    noAssignee: 'No one',
    noReplies: 'No replies yet. The reporter is notified when you reply or change the state.',
  },

  codeHost: {
    title: 'Code host',
    text: 'The reporter does not see the linked issue. Open and closed states are synchronized in both directions.',
    state: { open: 'Open there', closed: 'Closed there' },
    sync: 'Sync',
    link: 'Link issue',
    unlink: 'Unlink',
    create: 'Create issue',
    unlinkTitle: 'Unlink this issue?',
    unlinkConsequence: 'Its state is no longer synchronized. The issue at the code host stays.',
  },

  linkDialog: {
    title: 'Link to an issue at the code host',
    issue: 'Issue',
    noun: 'issues at the code host',
    none: 'The repository has no open issue without a link.',
    submit: 'Link',
  },

  createDialog: {
    title: 'Create an issue at the code host',
    warning: 'Everyone who can read the repository sees this text. Remove names and confidential details.',
    issueTitle: 'Title',
    body: 'Text',
    submit: 'Create',
  },
}
