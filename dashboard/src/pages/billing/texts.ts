/** Texts of plans, subscriptions and the usage of limits. */
export const texts = {
  plans: {
    free: 'Free',
    team: 'Team',
    business: 'Business',
    unlimited: 'Unlimited',
  },
  until: (day: string) => `until ${day}`,
  ended: (day: string) => `ended on ${day}`,
  noEnd: 'no end',
  usage: 'Usage',
  usageOf: (organization: string) => `Usage of ${organization}`,
  resources: {
    members: 'Members and invitations',
    projects: 'Projects',
    agents: 'Agents',
    storage: 'Storage for evidence, attachments and team images',
    memory: 'Memory entries',
    tokens: 'API keys and tokens',
  },
  usedOf: (used: string, limit: string) => `${used} of ${limit}`,
  full: ' · full',
  page: {
    title: 'Billing',
    intro:
      'Your subscription applies to every organization that you own. To change it, ask an administrator of this instance.',
    loading: 'your subscription',
    subscription: 'Subscription',
    none: 'No subscription',
    noneDetail: 'Your organizations have the limits of their own plans.',
    activeDetail: 'Your organizations have at least the limits of this plan.',
    endedDetail: 'Your organizations have the limits of their own plans again.',
    planOf: (plan: string) => `Plan: ${plan}`,
    noOrganization: "You don't own an organization, so no limits apply to you.",
    disabled: {
      title: 'No billing on this instance',
      text: 'Plans have no limits here. Create as many projects, agents and members as you need.',
    },
  },
}
