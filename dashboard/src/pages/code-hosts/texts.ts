/** Texts of the user's account at a code host, and of the organization's connections. */
export const texts = {
  /** The next step after a failure of an account or connection. */
  fixes: {
    connect_account: 'Connect it again.',
    renew_token: 'The token expired or was revoked. Create a new one at the code host and save it here.',
    grant_access: 'Give the token or app the missing permissions at the code host, then test again.',
    ask_admin: 'Ask an owner or admin of your organization.',
    add_token: 'Add a token.',
    check_url: 'Check the URL of the code host.',
    retry_later: 'Test again in a few minutes.',
    install_git: 'The operator of this instance must install git 2.37 or newer.',
  },

  scopes: {
    label: 'Permissions',
    /** Tokens with fine-grained permissions, and apps, report none. */
    unknown: "The code host doesn't list them",
  },

  test: {
    button: 'Test',
    label: (host: string) => `Test ${host}`,
    ok: (login: string | null) => (login ? `It works. Signed in as ${login}.` : 'It works.'),
    missingScopes: (names: string) =>
      `It works, but these permissions are missing: ${names}. Without them, some actions fail.`,
    limit: (remaining: number, limit: number) => `${remaining} of ${limit} requests left this hour.`,
  },

  ownPage: {
    title: 'Code host',
    intro:
      'Connect your account at GitHub, GitHub Enterprise, Gitea or Forgejo. Baton then reads the repositories that you choose, and opens pull requests in your name.',
    noun: 'your code host',
    account: 'Your account',
    connected: 'Connected',
    failed: 'Not working',
    methods: { oauth: 'Authorized in the browser', token: 'Token' },
    user: 'User',
    method: 'Method',
    disconnect: 'Disconnect',
    confirmDisconnect: (host: string) => ({
      title: `Disconnect ${host}?`,
      text: "Baton can't read the repositories that you connected with this account until you connect it again.",
      action: 'Disconnect',
    }),
    disconnected: (host: string) => `Disconnected ${host}.`,
    nowConnected: 'Your account is connected. You can now connect repositories in a project.',
    change: 'Connect in another way',
    authorize: {
      title: 'Authorize in the browser',
      text: 'You confirm at the code host and return here. Baton requests this permission:',
      scopeMeaning:
        'Read your repositories, and write pull requests and webhooks. Baton writes only when you or your agent ask for it.',
      connect: 'Connect account',
      reconnect: 'Connect again',
    },
    token: {
      title: 'Use a token',
      text: 'Create a personal access token at the code host, under Settings, Developer settings or Applications. Give it access to repositories (repo).',
      url: 'Code host URL (optional)',
      urlHint: 'Only for a self-hosted code host, such as https://git.example.com. Leave empty for GitHub.',
      token: 'Token',
      tokenHint: 'Stored encrypted and never shown again.',
      save: 'Save token',
      saved: 'Saved your token.',
    },
    next: 'Next, open a project, choose Repositories under More, and connect one.',
    backToProject: 'Connect a repository',
  },

  organizationPage: {
    title: 'Code hosts',
    intro:
      'A connection lets members connect repositories without an account of their own. Everyone who can view a project sees the repositories that are connected this way.',
    noun: 'code hosts',
    connect: 'Connect code host',
    empty: {
      title: 'No code hosts yet',
      text: 'Connect one with a token or a GitHub App, so that members can choose from its repositories.',
    },
    onlyAdmins: 'Only owners and admins can connect code hosts.',
    kinds: { token: 'Token', app: 'App' },
    working: 'Connected',
    failed: 'Not working',
    login: (login: string) => `as ${login}`,
    /** A time follows. */
    checked: 'checked',
    hint: (hint: string) => `token ends with ${hint}`,
    replace: 'Replace secret',
    disconnect: 'Disconnect',
    actions: (host: string) => `Actions for ${host}`,
    confirmDisconnect: (host: string) => ({
      title: `Disconnect ${host}?`,
      text: 'Baton stops reading the repositories that use this connection. They stay connected until you remove them.',
      action: 'Disconnect',
    }),
    disconnected: (host: string) => `Disconnected ${host}.`,
  },

  connectDialog: {
    title: 'Connect code host',
    replaceTitle: (host: string) => `Replace the secret of ${host}`,
    url: 'URL',
    urlHint: 'For example https://github.com or https://git.example.com',
    apiUrl: 'API URL (optional)',
    apiUrlHint: 'Leave empty to find it automatically.',
    kind: 'Method',
    kinds: { token: 'Token', app: 'GitHub App' },
    kindHints: {
      token: 'A token of a service account with access to repositories (repo). Works with every code host.',
      app: 'A GitHub App that is installed in your organization at the code host. It needs read and write access to contents, pull requests and webhooks, and read access to checks.',
    },
    token: 'Token',
    tokenHint: 'Stored encrypted and never shown again.',
    appId: 'App ID',
    installationId: 'Installation ID',
    installationIdHint: 'The number at the end of the URL of the installation.',
    privateKey: 'Private key',
    privateKeyHint: 'The PEM file of the app. Stored encrypted and never shown again.',
    connect: 'Connect',
    save: 'Save',
    connected: (host: string) => `Connected ${host}.`,
  },
}
