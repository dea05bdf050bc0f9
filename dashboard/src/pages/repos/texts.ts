/** Texts of the repositories of a project. */
export const texts = {
  reposSection: {
    title: 'Repositories',
    intro: 'Repositories with the code of this project. Baton reads them with git and never writes to them.',
    noun: 'repositories',
    connect: 'Connect repository',
    empty: 'No repositories yet. Connect one to generate instructions for agents from its files.',
    emptyForViewers: 'No repositories yet.',
    instructions: 'AGENTS.md',
    sync: 'Sync',
    syncLabel: (repo: string) => `Sync ${repo}`,
    disconnectLabel: (repo: string) => `Disconnect ${repo}`,
    status: { error: 'Sync failed', pending: 'Not synced yet' },
    hasToken: 'Token set',
    head: (commit: string) => ` at ${commit}`,
    branches: (count: number) => ` · ${count === 1 ? '1 branch' : `${count} branches`}`,
    synced: ' · synced ',
  },

  connectRepoForm: {
    label: 'Connect repository',
    url: 'URL',
    urlHint: 'For example https://github.com/owner/name',
    branch: 'Branch (optional)',
    branchHint: 'Leave empty for the default branch.',
    token: 'Token (optional)',
    tokenHint:
      'A private repository needs a token with read access. It is stored encrypted and never shown again.',
    connect: 'Connect',
    connected: (repo: string) => `Connected ${repo}.`,
  },

  instructionsDialog: {
    title: (repo: string) => `Instructions for ${repo}`,
    file: 'File',
    copy: 'Copy file',
    loading: 'the instructions',
    source: 'Generated from the repository and the project. Commit it to the repository as',
    missing: (count: number) =>
      ` Its last section lists ${count === 1 ? '1 missing fact' : `${count} missing facts`}.`,
  },

  repoChanges: {
    synced: (repo: string) => `Synced ${repo}.`,
    disconnected: (repo: string) => `Disconnected ${repo}.`,
    restored: (repo: string) => `Reconnected ${repo}.`,
  },
}
