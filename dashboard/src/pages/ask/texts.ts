/** Texts of answers, of conversations with the language model, and of the Ask panel. */
export const texts = {
  sources: {
    label: 'Sources',
    more: (count: number, shown: number) =>
      `Show ${count}${shown > 0 ? ' more' : ''} ${count === 1 ? 'passage' : 'passages'}`,
  },

  steps: {
    label: 'Lookups',
    summary: (count: number) => (count === 1 ? '1 lookup' : `${count} lookups`),
    failed: 'failed',
  },

  progress: {
    searching: 'Searching…',
    writing: 'Writing the answer…',
    reading: (tool: string) => `${tool}…`,
  },

  /** Used where the server sends no reason. */
  notes: {
    cut: 'The answer reached its maximum length.',
    stopped: 'The answer was stopped.',
    failed: "The language model didn't answer. Try again.",
    no_model: 'No language model is connected.',
    over_budget: 'The token limit of this month is reached.',
    nothing_found: 'No sources match this question.',
    settings: 'Open AI settings',
  },

  proposals: {
    label: 'Proposed changes',
    confirm: 'Confirm',
    dismiss: 'Dismiss',
    waiting: 'You can confirm it when the answer is complete.',
    states: { open: 'Proposed', confirmed: 'Done', rejected: 'Rejected', dismissed: 'Dismissed' },
    failed: "Couldn't decide on the proposal.",
  },

  message: {
    question: (name: string) => `Question from ${name}`,
    answer: 'Answer',
    copy: 'Copy answer',
    retry: 'Retry',
    model: (name: string) => `Answered by ${name}`,
  },

  composer: {
    label: 'Question',
    placeholder: 'Ask about your code and work',
    send: 'Ask',
    stop: 'Stop',
    hint: 'Enter sends. Shift+Enter adds a line.',
    disclaimer: 'Answers can be wrong. Check the sources.',
  },

  conversation: {
    label: 'Conversation',
    noun: 'messages',
    answeringElsewhere: 'This conversation is being answered in another window.',
    shared: (owner: string) => `${owner} shared this conversation. Continue it in your own copy.`,
    copy: 'Continue as a copy',
    askFailed: "Couldn't send the question.",
  },

  start: {
    title: 'Ask about your code and work',
    text: 'Baton searches your items and connected repositories, and cites its sources.',
    about: 'About',
    everything: 'Everything',
    repo: 'This repository',
    examples: 'Example questions',
    questions: {
      repo: ['What does this repository do?', 'Where is the configuration read?', 'How are the tests run?'],
      project: ['What should I work on next?', 'What is blocked, and why?', 'What did we decide recently?'],
      organization: ['What changed this week?', 'Which tasks are overdue?', 'What are the open decisions?'],
    },
  },

  page: {
    title: 'Ask',
    new: 'New conversation',
    all: 'All conversations',
    noun: 'conversation',
  },

  list: {
    label: 'Conversations',
    noun: 'conversations',
    search: 'Search conversations',
    more: 'Show older conversations',
    filter: 'Filter conversations',
    filters: { all: 'All', mine: 'Mine', shared: 'Shared' },
    empty: { title: 'No conversations yet', text: 'Ask a question to start one.' },
    noMatches: { title: 'No matching conversations', text: 'Try other words or clear the filter.' },
    sharedBy: (owner: string) => `Shared by ${owner}`,
    shared: 'Shared',
    answering: 'Answering…',
  },

  header: {
    title: 'Title of the conversation',
    actions: 'Conversation actions',
    share: 'Share with the project…',
    unshare: 'Stop sharing',
    delete: 'Delete',
    shared: 'Shared',
    private: 'Private',
    confirmShare: (project: string) => ({
      title: `Share this conversation with ${project}?`,
      text: 'Everyone who can see the project can read the questions and answers. Each reader sees only the sources that they have access to.',
      action: 'Share',
    }),
  },

  changes: {
    renameFailed: "Couldn't rename the conversation.",
    shareFailed: "Couldn't change who can read the conversation.",
    shared: (project: string) => `Shared with ${project}.`,
    unshared: 'Only you can read this conversation now.',
    deleted: (title: string) => `Deleted ${title}.`,
    restored: (title: string) => `Restored ${title}.`,
  },

  panel: {
    title: 'Ask',
    label: 'Ask',
    close: 'Close',
    new: 'New conversation',
    expand: 'Open as a page',
  },
}
