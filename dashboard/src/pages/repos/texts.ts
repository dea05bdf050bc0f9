const every = (minutes: number) =>
  minutes === 60 ? 'Every hour' : minutes === 1 ? 'Every minute' : `Every ${minutes} minutes`

/** Texts of the repositories of a project. */
export const texts = {
  reposPage: {
    title: 'Repositories',
    tabTitle: (project: string) => `Repositories of ${project}`,
    intro: (key: string) =>
      `Branches, commits and pull requests that mention a number such as ${key}-42 appear on that item.`,
    noun: 'repositories',
    connect: 'Connect repository',
    help: 'How repositories work',
    openPullRequests: (count: number) =>
      count === 1 ? '1 open pull request' : `${count} open pull requests`,
    empty: {
      title: 'No repositories yet',
      text: 'Connect a repository to see pull requests and checks on tasks, and to verify evidence in its code.',
    },
    emptyForViewers: {
      title: 'No repositories yet',
      text: 'Ask someone who can edit this project to connect its code.',
    },
  },

  status: { pending: 'Not synced yet', syncing: 'Syncing', ready: 'Synced', error: 'Sync failed' },
  private: 'Private',
  hasToken: 'Token set',
  branches: (count: number) => (count === 1 ? '1 branch' : `${count} branches`),
  /** A time follows. */
  syncedAt: 'synced',
  never: 'Never',

  /** Who sees a repository here, and whose credential reads it. */
  access: {
    token: 'Everyone who can view this project',
    person: 'Everyone who can view this project. Read with the account of the person who connected it.',
    personPrivate: (host: string) => `Visible to people who can read it at ${host}`,
    organization: (host: string) =>
      `Everyone who can view this project. Read with your organization's connection to ${host}.`,
  },

  repoActions: {
    ask: 'Ask',
    sync: 'Sync',
    syncLabel: (repo: string) => `Sync ${repo}`,
    disconnect: 'Disconnect',
    instructions: 'Instructions for agents',
    more: (repo: string) => `Actions for ${repo}`,
    replaceToken: 'Replace token…',
    openAtHost: (host: string) => `Open at ${host}`,
  },

  /** The next step after a failure. A link or button follows. */
  fixes: {
    connect_account: 'Connect your account at the code host again, then sync.',
    otherAccount:
      'The person who connected it must connect their account again. You can also connect the repository again with your own account.',
    renew_token: 'Its token expired or was revoked. Replace it with a new one.',
    grant_access: 'Give the account access to this repository at the code host, then sync again.',
    ask_admin: "Ask an owner or admin to renew the organization's connection.",
    add_token: 'Add a token with read access.',
    check_url: 'Check that the repository still exists. If it moved, disconnect it and connect the new URL.',
    retry_later: 'Baton retries automatically.',
    install_git: 'The operator of this instance must install git 2.37 or newer.',
  },
  fixActions: {
    ownAccount: 'Your code host',
    codeHosts: 'Code hosts',
    addToken: 'Add token',
    replaceToken: 'Replace token',
  },

  tokenDialog: {
    title: (repo: string) => `Token for ${repo}`,
    token: 'Token',
    tokenHint: 'A token with read access. It is stored encrypted and never shown again.',
    save: 'Save token',
    saved: (repo: string) => `Saved the token of ${repo}.`,
  },

  connectDialog: {
    title: 'Connect repository',
    source: 'Source',
    ownAccount: 'Your account',
    organization: (host: string) => `Organization (${host})`,
    byUrl: 'URL',
    search: 'Search repositories',
    noun: 'repositories',
    list: 'Repositories at the code host',
    empty: { title: 'No repositories', text: "This account can't read any repositories yet." },
    noMatches: { title: 'No matching repositories', text: 'Search for another name, or enter its URL.' },
    more: 'Show more repositories',
    /** A time follows. */
    pushed: 'pushed',
    connect: 'Connect',
    connectLabel: (repo: string) => `Connect ${repo}`,
    isConnected: 'Connected',
    visibility: {
      person: (host: string) => `Only people who can read a private repository at ${host} see it here.`,
      organization: (host: string) =>
        `Everyone who can view this project sees the repository here, even without access at ${host}.`,
    },
    noAccount: {
      title: 'Connect your account',
      text: 'Connect your GitHub, Gitea or Forgejo account to choose from your repositories. A public repository only needs its URL.',
      connect: 'Connect account',
      enterUrl: 'Enter URL',
    },
    url: 'URL',
    urlHint: 'For example https://github.com/owner/name',
    branch: 'Branch (optional)',
    branchHint: 'Leave empty for the default branch.',
    token: 'Token (optional)',
    tokenHint:
      'A private repository needs a token with read access. It is stored encrypted and never shown again.',
    connected: (repo: string) => `Connected ${repo}.`,
  },

  repoPage: {
    notSynced: 'Sync the repository to read its pull requests, commits and branches.',
    noun: 'the repository',
    all: 'All repositories',
    facts: {
      url: 'URL',
      access: 'Visibility',
      updates: 'Updates',
      branch: 'Branch',
      synced: 'Synced',
      languages: 'Languages',
      index: 'Code search',
    },
    at: (commit: string) => ` at ${commit}`,
    indexed: (files: number, skipped: number) =>
      `${files === 1 ? '1 file' : `${files} files`} indexed${skipped > 0 ? `, ${skipped} left out` : ''}`,
  },

  pullRequests: {
    title: 'Pull requests',
    noun: 'pull requests',
    filter: 'State',
    states: { open: 'Open', merged: 'Merged', closed: 'Closed' },
    draft: 'Draft',
    plainGit:
      'Baton reads this repository with git alone, so it sees no pull requests or checks. Connect it through a code host to see them.',
    empty: {
      open: 'No open pull requests. Agents open one with create_pr.',
      merged: 'No merged pull requests yet.',
      closed: 'No closed pull requests.',
    },
    more: 'Show more pull requests',
    /** "Ada wants to merge fix into main". */
    branches: (head: string, base: string) => `${head} into ${base}`,
    by: (author: string) => `by ${author}`,
    checks: {
      passing: 'Checks passed',
      failing: 'Checks failed',
      pending: 'Checks running',
      none: 'No checks',
    },
    checkList: 'Checks',
    showChecks: (count: number) => (count === 1 ? '1 check' : `${count} checks`),
    checkStates: {
      success: 'passed',
      failure: 'failed',
      neutral: 'neutral',
      skipped: 'skipped',
      cancelled: 'cancelled',
      timed_out: 'timed out',
      action_required: 'needs action',
      error: 'failed',
    } as Record<string, string>,
    running: 'running',
    reviews: {
      approved: (names: string) => `Approved by ${names}`,
      changes_requested: (names: string) => `Changes requested by ${names}`,
      commented: (names: string) => `Comments by ${names}`,
    } as Record<string, (names: string) => string>,
    requested: (names: string) => `Review requested from ${names}`,
  },

  branchList: {
    title: 'Branches',
    isDefault: 'Default',
    omitted: (shown: number, total: number) => `Showing ${shown} of ${total} branches.`,
    show: (count: number) => `Show ${count} more`,
  },

  commits: {
    title: 'Commits',
    intro: (branch: string) => `The newest commits of ${branch}.`,
    empty: 'No commits yet. Sync the repository after the first push.',
    more: (count: number) => `Show ${count} more`,
  },

  owners: {
    title: 'Code owners',
    intro: (path: string) => `From ${path}. The last matching line applies.`,
    none: 'No owner',
  },

  webhook: {
    active: 'Within seconds, by webhook',
    /** A time follows. */
    lastDelivery: 'last delivery',
    waiting: (minutes: number) =>
      `The webhook hasn't reported anything yet. Until then, ${every(minutes).toLowerCase()}.`,
    polling: (minutes: number) => every(minutes),
    setUp: 'Set up webhook',
    dialog: {
      title: (repo: string) => `Webhook for ${repo}`,
      intro: (host: string) =>
        `A webhook reports changes to Baton within seconds. Add one in the settings of the repository at ${host}, with these values.`,
      url: 'URL',
      copyUrl: 'Copy URL',
      contentType: (type: string) => `Content type: ${type}`,
      events: (names: string) => `Events: ${names}`,
      create: 'Create secret',
      createHint: 'Create the secret last. It replaces the one that Baton uses now.',
      secret: 'Secret',
      secretHint: "Copy it now. You won't see it again.",
      copySecret: 'Copy secret',
      done: 'Done',
    },
  },

  instructionsDialog: {
    title: (repo: string) => `Instructions for ${repo}`,
    file: 'File',
    copy: 'Copy file',
    loading: 'the instructions',
    view: 'View',
    views: { changes: 'Changes', text: 'Whole file' },
    source: 'Generated from the repository and the project as',
    unchanged: 'The repository already has this file with the same content.',
    isNew: "The repository doesn't have this file yet.",
    missing: (count: number) =>
      ` Its last section lists ${count === 1 ? '1 missing fact' : `${count} missing facts`}.`,
    openPullRequest: 'Open pull request',
    opened: 'Opened the pull request.',
    show: 'Show pull request',
    byHand: 'Copy the file and commit it to the repository.',
  },

  linkedCode: {
    title: 'Code',
    branch: 'Branch',
    commit: 'Commit',
    inRepo: (repo: string) => `in ${repo}`,
  },

  repoChanges: {
    synced: (repo: string) => `Synced ${repo}.`,
    disconnected: (repo: string) => `Disconnected ${repo}.`,
    restored: (repo: string) => `Reconnected ${repo}.`,
  },
}
