export const texts = {
  adminFrame: { navigation: 'Administration' },
  adminPages: {
    overview: 'Overview',
    people: 'People',
    teams: 'Teams',
    issues: 'Issues',
    community: 'Community',
    contact: 'Contact',
    notifications: 'Notifications',
    content: 'Content',
    marketplace: 'Marketplace',
    sponsors: 'Sponsors',
    journal: 'Journal',
    settings: 'Settings',
  },
}
