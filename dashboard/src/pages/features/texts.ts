/** Texts of the features of a project. */
export const texts = {
  featuresPage: {
    title: (project: string) => `Features of ${project}`,
    label: 'Features',
    noun: 'features',
    create: 'New feature',
    columns: { feature: 'Feature', gates: 'Gates', status: 'Status', updated: 'Updated' },
    statusFilter: { label: 'Feature status', open: 'Open', all: 'All' },
    kindFilter: { label: 'Feature kind', all: 'All kinds' },
    noMatches: { title: 'No matching features', text: 'Change the filters to see other features.' },
    empty: {
      title: 'No open features',
      text: 'Create a feature to take work through gates that require evidence, finished tasks or a review.',
    },
  },

  gateDots: {
    complete: 'Complete',
    passed: (passed: number, total: number) => `, ${passed} of ${total} gates passed`,
  },

  createFeatureDialog: {
    title: 'New feature',
    name: 'Title',
    kind: 'Kind',
    workflow: 'Workflow',
    description: 'Description (optional)',
    descriptionHint: 'Agents read it too.',
    create: 'Create feature',
  },

  featurePage: {
    noun: 'the feature',
    all: 'All features',
    code: 'Code',
  },

  featureHeader: {
    features: 'Features',
    title: 'Title',
    description: 'Description',
    descriptionPlaceholder: 'Add a description. Agents read it too.',
    actions: (key: string) => `Actions for ${key}`,
    kind: 'Kind',
    cancel: 'Cancel feature…',
    reopen: 'Reopen',
    delete: 'Delete',
    confirmCancel: {
      title: (key: string) => `Cancel ${key}?`,
      text: "A cancelled feature can't pass gates until you reopen it. Its evidence and reviews stay.",
      action: 'Cancel feature',
      keep: 'Keep feature',
    },
  },

  featureChanges: {
    updateFailed: (key: string) => `Couldn't update ${key}.`,
    deleted: (key: string) => `Deleted ${key}.`,
    restored: (key: string) => `Restored ${key}.`,
  },

  gatePath: {
    title: 'Gates',
    states: { passed: 'passed', overridden: 'overridden', current: 'current', ahead: 'upcoming' },
    overridden: 'Overridden',
    evidenceCount: (count: number) => (count === 1 ? '1 piece of evidence' : `${count} pieces of evidence`),
    reopened: 'Reopened',
    /** A finding and a time follow. */
    reopenedBecause: 'This gate was passed, but its evidence no longer holds:',
    reopenedNext: 'Fix the code or add other evidence, then advance again.',
    earlierEvidence: 'Evidence from earlier rounds (no longer counts)',
    onBehalfOf: (name: string) => ` for ${name}`,
    wasMissing: (needs: string) => `. Missing at the time: ${needs}`,
  },

  requirements: {
    label: 'Requirements',
    none: 'This gate has no requirements.',
    met: ' Met.',
    missing: ' Missing.',
    progress: (have: number, count: number) => `${have} of ${count}`,
    openTasks: 'Still open:',
    failed: (evidence: string) => `A ${evidence} was added but doesn't count because it failed.`,
    unverified: (evidence: string) => `A ${evidence} was added but doesn't count because it isn't verified.`,
  },

  evidenceList: {
    label: 'Evidence',
    statuses: { verified: 'Verified', failed: 'Failed', unverified: 'Unverified' },
    failedTests: 'Failed tests',
    addedBy: (name: string) => `Added by ${name}`,
    onBehalfOf: (name: string) => ` for ${name}`,
    checked: '. Checked',
    commit: (id: string) => `At commit ${id}`,
    onBranch: (branch: string) => ` on ${branch}`,
    actions: (title: string) => `Actions for ${title}`,
    check: 'Check again',
    remove: 'Remove',
    removed: (title: string) => `Removed ${title}.`,
    removeFailed: (title: string) => `Couldn't remove ${title}.`,
    restored: (title: string) => `Restored ${title}.`,
  },

  advance: {
    addEvidence: 'Add evidence',
    advanceTo: (gate: string) => `Advance to ${gate}`,
    finish: 'Finish feature',
    override: 'Override gate…',
    ready: 'All requirements are met.',
    notReady: (gate: string) => `${gate} can't be passed yet. Missing:`,
    openTasks: (keys: string) => ` Still open: ${keys}.`,
    passed: (gate: string, key: string, next: string) => `Passed ${gate}. ${key} is now at ${next}.`,
    finished: (gate: string, key: string) => `Passed ${gate}. ${key} is done.`,
  },

  addEvidenceDialog: {
    title: 'Add evidence',
    type: 'Type',
    text: 'Text',
    references: {
      commit: 'Hash or URL',
      pull_request: 'Number or URL',
      check_run: 'Name@commit or URL',
      file: 'Path',
    },
    url: 'URL',
    branch: 'Branch (optional)',
    branchHint: 'The branch that must contain the commit. Leave empty for the default branch.',
    commit: 'Commit (optional)',
    commitHint: 'The commit that the tests ran on. It must be in a connected repository.',
    name: 'Title (optional)',
    gate: 'Gate',
    add: 'Add',
    added: (finding: string) => `Added evidence. ${finding}`,
  },

  reportField: {
    label: 'Report',
    hint: 'Paste the report or choose a file.',
    placeholder: '<testsuite tests="…">   or   TAP version 14',
    file: 'Report file',
    choose: 'Choose file…',
    tooLong: (file: string) => `${file} is too long. A report can have up to 900,000 characters.`,
  },

  overrideDialog: {
    title: (gate: string, key: string) => `Override ${gate} for ${key}?`,
    missing: 'Missing:',
    reason: 'Override reason',
    reasonHint: 'Shown permanently on the feature with your name.',
    override: 'Override',
  },

  reviews: {
    title: 'Reviews',
    onBehalfOf: (name: string) => `on behalf of ${name}`,
    withKey: 'with an API key',
    at: (gate: string) => `At ${gate}`,
    sentBack: (gate: string) => `, sent back to ${gate}`,
    outdated: ', in an earlier round (no longer counts)',
  },

  reviewForm: {
    label: 'Your review',
    verdict: 'Verdict',
    verdicts: { approved: 'Approve', changes_requested: 'Request changes', commented: 'Comment' },
    requestedChanges: 'Requested changes',
    comment: 'Review comment',
    backTo: 'Send back to',
    backToDefault: 'The last gate where work is done',
    submitted: {
      approved: 'Approved the feature.',
      changes_requested: 'Requested changes.',
      commented: 'Added your comment.',
    },
  },

  featureFacts: {
    workflow: 'Workflow',
    gates: 'Gates',
    passed: (passed: number, total: number) => `${passed} of ${total} passed`,
    round: 'Round',
    laterRound: (round: number) => `${round}, after changes were requested`,
    createdBy: 'Created by',
    created: 'Created',
  },

  linkedTasks: {
    title: 'Tasks',
    progress: (done: number, total: number) => `${done} of ${total} closed`,
    empty: 'No linked tasks yet.',
    unlink: (key: string) => `Unlink ${key}`,
    add: 'Add task to feature',
    addPlaceholder: 'New task title or existing task key',
  },

  featureHistory: {
    title: 'History',
    noun: 'events',
    more: 'Show earlier events',
    empty: 'No events yet.',
  },
}
