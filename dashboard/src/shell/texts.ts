/** Texts of the shell: sidebar, top bar, banners and the pages that replace the content. */
export const texts = {
  sections: {
    inbox: 'Inbox',
    projects: 'Projects',
    teams: 'Teams',
    workspaces: 'Workspaces',
    agents: 'Agents',
    memory: 'Memory',
    sessions: 'Sessions',
    activity: 'Activity',
    organization: 'Organization',
    community: 'Community',
    trash: 'Trash',
    connect: 'Connect an agent',
    notes: 'Notes',
    decisions: 'Decisions',
    specs: 'Specs',
    skills: 'Skills',
  },
  groups: { agents: 'Agents', knowledge: 'Knowledge' },
  otherTitles: {
    administration: 'Administration',
    onboarding: 'Setup',
    search: 'Search',
    handbook: 'Handbook',
    issues: 'Your issues',
    marketplace: 'Marketplace',
    settings: 'Settings',
    baton: 'Baton',
  },

  shell: { skipToContent: 'Skip to content', navigation: 'Navigation' },

  sidebar: { label: 'Main', projects: 'Your projects' },

  topBar: {
    openNavigation: 'Open navigation',
    search: 'Search or create',
    live: 'Live: changes appear immediately',
    offline: 'Offline',
  },

  accountMenu: {
    label: (name: string) => `Account: ${name}`,
    roleIn: (role: string, organization: string) => `${role} of ${organization}`,
    settings: 'Settings',
    administration: 'Administration',
    handbook: 'Handbook',
    reportProblem: 'Report a problem',
    issues: 'Your issues',
    signOut: 'Sign out',
    stopImpersonating: 'Stop impersonating',
  },

  impersonationBanner: {
    text: (administrator: string, user: string) =>
      `${administrator}, you are impersonating ${user}. Everything you do is recorded with both names.`,
    stop: 'Stop impersonating',
  },

  organizationSwitch: {
    label: (organization: string) => `Organization: ${organization}`,
    none: 'none',
    test: 'Test',
    organizations: 'Organizations',
    sandboxes: 'Sandboxes',
    newOrganization: 'New organization…',
  },

  bell: {
    label: 'Notifications',
    unreadLabel: (count: number) => `Notifications: ${count} unread`,
    maxCount: '99+',
    markAllRead: 'Mark all as read',
    empty: 'No notifications yet. Assignments, mentions and unblocked tasks appear here.',
    newest: 'Newest notifications',
    openInbox: 'Open inbox',
    settings: 'Settings',
  },

  onlineMembers: {
    title: 'Online',
    label: (names: string) => `Online: ${names}`,
    away: 'Away',
    online: 'Online',
    inProject: (names: string) => `Also in this project: ${names}`,
    viewingItem: (item: string, names: string) => `Also viewing ${item}: ${names}`,
  },

  dismissBanner: 'Not now',

  verifyEmailBanner: {
    text: (email: string) => `Confirm your email address. We sent a link to ${email}.`,
    resend: 'Resend',
    sent: 'Link sent.',
  },

  erasureBanner: { text: 'Your account will be erased on', keep: 'Keep my account' },

  lostAccessBanner: {
    text: 'You no longer have access to the organization that was open.',
    current: (organization: string) => `You are now in ${organization}.`,
    dismiss: 'Dismiss',
  },

  offlineBanner: 'Offline. Showing the last loaded data. Reconnecting…',

  onboardingBanner: { text: "Your setup isn't finished.", continue: 'Continue setup' },

  noOrganization: {
    title: "You aren't in an organization",
    text: (email: string) =>
      `Create an organization, or ask a member of one to invite ${email}. This page updates automatically.`,
    create: 'Create an organization',
    settings: 'Your settings',
  },

  secondFactorMissing: {
    title: 'Set up a second factor',
    organization: (name: string | undefined) =>
      `The organization “${name}” requires a second factor. Set one up to continue.`,
    instance: 'This instance requires a second factor. Set one up to continue.',
    switchTo: (organization: string) => `Switch to ${organization}`,
    signOut: 'Sign out',
  },
}
