/** Texts of the shell: sidebar, top bar, banners and the pages that replace the content. */
export const texts = {
  sections: {
    home: 'Home',
    inbox: 'Inbox',
    conflicts: 'Conflicts',
    myTasks: 'My tasks',
    ask: 'Ask',
    projects: 'Projects',
    agents: 'Agents',
    live: 'Live',
    machines: 'Machines',
    sessions: 'Sessions',
    memory: 'Memory',
    activity: 'Activity',
    notes: 'Notes',
    decisions: 'Decisions',
    specs: 'Specs',
    skills: 'Skills',
    organization: 'Organization',
    members: 'Members',
    invitations: 'Invitations',
    teams: 'Teams',
    workspaces: 'Workspaces',
    connect: 'Connect an agent',
    workflows: 'Workflows',
    codeHosts: 'Code hosts',
    ai: 'AI',
    webhooks: 'Webhooks',
    plan: 'Plan',
    community: 'Community',
    trash: 'Trash',
  },
  areas: { agents: 'Agents', docs: 'Docs', settings: 'Settings' },
  areaTabs: (area: string) => `Pages of ${area}`,
  breadcrumbs: 'Breadcrumbs',
  /** The titles of pages outside of all areas, by the first segment of their paths. */
  otherTitles: {
    onboarding: 'Setup',
    search: 'Search',
    help: 'Handbook',
    issues: 'Your issues',
    items: 'Item',
    marketplace: 'Marketplace',
  },
  notFound: 'Page not found',
  newItem: 'New',
  /** The pages below the page of an item, by the last segment of their paths. */
  pagesOfItems: {
    activity: 'Activity',
    edit: 'Edit',
    members: 'Members',
    memory: 'Memory',
    revisions: 'Revisions',
    sessions: 'Sessions',
    settings: 'Settings',
  } as Record<string, string>,

  shell: { skipToContent: 'Skip to content', navigation: 'Navigation' },

  sidebar: {
    label: 'Main',
    collapse: 'Collapse sidebar ([)',
    expand: 'Expand sidebar ([)',
    showProjects: 'Show favorites and recent',
    hideProjects: 'Hide favorites and recent',
    projects: 'Favorites and recent',
    moreProjects: (count: number) => `${count} more`,
    views: 'Favorite views',
    addFavorite: (project: string) => `Add ${project} to favorites`,
    removeFavorite: (project: string) => `Remove ${project} from favorites`,
    unread: 'unread',
    maxCount: '99+',
  },

  topBar: {
    openNavigation: 'Open navigation',
    search: 'Search or create',
    ask: 'Ask (Q)',
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
