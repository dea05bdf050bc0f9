/** Texts of the decision log, and of the pages and dialogs of one decision. */
export const texts = {
  fields: {
    title: 'Title',
    titlePlaceholder: 'Keep sessions in the database',
    context: 'Context',
    contextPlaceholder: 'Why is a decision needed?',
    rationale: 'Rationale',
    rationalePlaceholder: 'Why is this the best option?',
    alternatives: 'Alternatives',
    alternative: (number: number) => `Alternative ${number}`,
    alternativePlaceholder: 'Alternative',
    reason: (number: number) => `Reason against alternative ${number}`,
    reasonPlaceholder: 'Reason against it',
    removeAlternative: (number: number) => `Remove alternative ${number}`,
    addAlternative: 'Add alternative',
    outcome: 'Outcome',
  },

  decisionsPage: {
    title: 'Decisions',
    projectTitle: (project: string) => `Decisions of ${project}`,
    create: 'Log decision',
    statusFilter: 'Filter by status',
    allStatuses: 'All statuses',
    allProjects: 'All projects',
    organizationWide: 'Organization-wide',
    noun: 'decisions',
    supersededBy: (key: string) => `Superseded by ${key}`,
    empty: { title: 'No decisions yet', text: 'Log the first decision with its rationale and alternatives.' },
    noMatches: { title: 'No matching decisions', text: 'Clear the filters to see all decisions.' },
  },

  columns: {
    decision: 'Decision',
    project: 'Project',
    organization: 'Organization',
    status: 'Status',
    date: 'Date',
  },

  logPage: {
    title: 'Log decision',
    log: 'Log decision',
    supersedes: (key: string, title: string | undefined) =>
      `This decision supersedes ${key}${title === undefined ? '' : `, “${title}”`}.`,
    noProject: 'No project (organization-wide)',
    status: 'Status',
  },

  decisionPage: {
    /** A link to the other decision follows. */
    supersededBy: 'Superseded by',
    noContext: 'No context recorded.',
    noRationale: 'No rationale recorded.',
  },

  header: { reject: 'Reject…', accept: 'Accept…' },

  actions: {
    supersede: 'Supersede…',
    reopen: 'Reopen',
    editOutcome: 'Edit outcome…',
  },

  aside: {
    scope: 'Scope',
    organization: 'Organization',
    loggedBy: 'Logged by',
    logged: 'Logged',
    decidedBy: 'Decided by',
    decided: 'Decided',
    history: 'History',
  },

  discussion: { title: 'Discussion', label: 'Add a comment', comment: 'Comment' },

  editor: {
    save: 'Save',
    saved: (key: string) => `Saved ${key}.`,
  },

  resolveDialog: {
    accepted: {
      title: (key: string) => `Accept ${key}?`,
      text: "You can't edit an accepted decision. To change it later, supersede it with another one.",
      outcome: 'Outcome (optional)',
      hint: 'Consequences of the decision, in Markdown.',
      action: 'Accept',
      done: (key: string) => `Accepted ${key}.`,
    },
    rejected: {
      title: (key: string) => `Reject ${key}?`,
      text: 'You can reopen it later.',
      outcome: 'Outcome (optional)',
      hint: 'The option you chose instead, in Markdown.',
      action: 'Reject',
      done: (key: string) => `Rejected ${key}.`,
    },
    outcome: {
      title: (key: string) => `Outcome of ${key}`,
      text: undefined,
      outcome: 'Outcome',
      hint: 'Supports Markdown.',
      action: 'Save',
      done: (key: string) => `Saved the outcome of ${key}.`,
    },
    comment: 'Comment (optional)',
  },

  supersedeDialog: {
    title: (key: string) => `Supersede ${key}`,
    label: 'Superseded by',
    hint: 'Lists accepted decisions.',
    placeholder: 'Search by title',
    or: 'Or',
    logNew: 'log a new decision',
    supersede: 'Supersede',
    done: (by: string, key: string) => `${by} now supersedes ${key}.`,
  },

  changes: {
    reopened: (key: string) => `Reopened ${key}.`,
  },
}
