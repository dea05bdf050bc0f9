const countEntries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

/** Texts of the memory explorer, and of the panel and dialogs of an entry. */
export const texts = {
  memoryPage: {
    title: 'Memory',
    text: 'Knowledge that agents save for later work. Search finds similar meanings, not only exact words.',
  },

  explorer: {
    add: 'Add entry',
    actions: 'Memory actions',
    clear: 'Clear memory…',
    search: 'Search memory',
    label: 'Memory entries',
    noun: 'entries',
    results: 'Search results',
    loadingResults: 'results',
    omitted: (count: number, reason: string) => `${count} more omitted: ${reason}`,
    noResults: { title: 'No matching entries', text: 'Try different words, or clear the filters.' },
    noMatches: { title: 'No matching entries', text: 'Clear the filters to see all entries.' },
    empty: {
      title: 'No entries yet',
      text: 'Agents add entries with store_memory. You can also add one yourself.',
    },
  },

  filters: {
    label: 'Filter memory',
    scope: 'Scope',
    agent: 'Agent',
    project: 'Project',
    kind: 'Kind',
    tag: 'Tag',
    since: 'From',
    until: 'Until',
    superseded: 'Include superseded',
    archived: 'Include archived',
    clear: 'Clear filters',
  },

  filterChips: {
    property: (name: string, value: string | undefined) => `${name}: ${value}`,
    session: 'One session',
    from: (day: string | undefined) => `From ${day}`,
    until: (day: string | undefined) => `Until ${day}`,
  },

  memoryRow: {
    superseded: 'Superseded',
    archived: 'Archived',
    expired: 'Expired',
    outdated: 'No longer valid',
    upcoming: 'Not valid yet',
    conflict: (count: number) => (count === 1 ? 'Conflict' : `${count} conflicts`),
    similarity: (percent: number) => `${percent}% similar`,
  },

  panel: {
    label: 'Memory entry',
    title: 'Entry',
    loading: 'entry',
    delete: 'Delete entry',
    close: 'Close entry',
    edit: 'Edit',
    supersede: 'Supersede',
  },

  facts: {
    scope: 'Scope',
    agent: 'Agent',
    project: 'Project',
    session: 'Session',
    source: 'Source',
    noSource: 'Not specified',
    importance: 'Importance',
    validFrom: 'Valid from',
    validUntil: 'Valid until',
    expires: 'Expires',
    never: 'Never',
    created: 'Created',
    createdBy: (name: string, onBehalfOf: string | undefined) =>
      `by ${name}${onBehalfOf === undefined ? '' : ` for ${onBehalfOf}`}`,
    updated: 'Updated',
  },

  related: {
    history: 'History',
    superseded: 'Superseded',
    current: 'Current',
    similar: 'Similar entries',
    noneSimilar: 'No similar entries.',
    /** Read after a percentage by screen readers. */
    similarity: ' similar',
    conflict: 'Conflict',
  },

  fields: {
    content: 'Content',
    kind: 'Kind',
    tags: 'Tags',
    tagsHint: 'Separate tags with commas.',
    importance: 'Importance',
    importanceHint: 'From 0 to 1.',
    validFrom: 'Valid from',
    validFromHint: 'Empty: since it was stored.',
    validUntil: 'Valid until',
    validUntilHint: 'Searches skip it afterwards. It stays in the history.',
    expires: 'Expiry date',
    expiresHint: 'Deleted 30 days later. Empty: never.',
    scope: 'Scope',
    choose: 'Select…',
  },

  editor: { label: 'Edit entry', save: 'Save entry' },

  storeDialog: {
    title: 'Add memory entry',
    add: 'Add entry',
    supersedeTitle: 'Supersede entry',
    supersedes: (content: string) => `Replaces “${content}”, which stays in the history.`,
    supersede: 'Supersede',
    exists: 'This entry already exists.',
    added: 'Added the entry.',
    addedWithSimilar: (count: number) =>
      `Added the entry. ${count === 1 ? '1 similar entry' : `${count} similar entries`} may be outdated.`,
  },

  clearDialog: {
    title: 'Clear memory',
    scope: 'Scope',
    notChosen: 'Select an agent, project or session.',
    loadingCount: '…',
    entries: (count: number) => countEntries(count),
    moreEntries: (count: number) => `more than ${countEntries(count)}`,
    unknownCount: 'all entries',
    consequence: (entries: string, scope: string, name: string) =>
      `Deletes ${entries} of the ${scope} ${name} permanently.`,
    confirm: (name: string) => `Type ${name} to confirm`,
    notConfirmed: (name: string) => `Type ${name} to confirm.`,
    clear: 'Clear memory',
    cleared: (name: string, count: number) => `Deleted ${countEntries(count)} of ${name}.`,
  },

  changes: {
    deleted: (content: string) => `Deleted “${content}”.`,
    deleteFailed: "Couldn't delete the entry.",
    restored: 'Restored the entry.',
  },
}
