/** Texts of an organization: its settings, its plan and the dialog that creates one. */
export const texts = {
  createOrganization: {
    title: 'New organization',
    intro: 'It has its own members, projects and agents. You become its owner.',
    name: 'Name',
    slug: 'Slug (optional)',
    slugHint:
      'Used by the API and the CLI. Lowercase letters, digits and hyphens. Leave empty to derive it from the name.',
    create: 'Create organization',
    created: (name: string) => `Created ${name}. You're working in it now.`,
  },
  organizationFrame: {
    yourRole: (role: string) => `Your role: ${role}`,
    sandbox: {
      title: 'A sandbox has no members or settings',
      text: 'It shares the members of its organization. Switch to the organization to manage them.',
    },
    loading: 'the organization',
  },
  organizationForm: {
    label: 'Organization settings',
    subject: 'The organization',
    name: 'Name',
    slug: 'Slug',
    slugHint: 'Used by the API and the CLI. If you change it, update your scripts.',
    description: 'Description',
    descriptionHint: 'Agents read it too.',
    noDescription: 'None',
    defaultVisibility: 'Default project visibility',
    visibilities: {
      organization: {
        name: 'All members',
        description: "Members see each other's projects. Guests only see projects shared with them.",
      },
      private: {
        name: 'Creator and admins',
        description: 'Other members see a project once it is shared with them.',
      },
    },
    save: 'Save settings',
    saved: 'Settings saved.',
  },
  secondFactorSection: {
    title: 'Second factor',
    required: {
      name: 'Required for all members',
      detail: 'Members without one have no access. Neither do their API keys and agents.',
      action: 'Make optional',
      changed: 'All members need a second factor now.',
    },
    optional: {
      name: 'Optional',
      detail: 'Each member can choose to use one.',
      action: 'Require',
      changed: 'A second factor is optional now.',
    },
    setUpFirst: 'You need one yourself first:',
    setUp: 'Set up your second factor',
    confirm: {
      title: 'Require a second factor for all members?',
      consequence:
        'Members without one lose access to this organization until they set one up. So do their API keys and agents.',
      action: 'Require',
    },
  },
  transferSection: {
    title: 'Transfer',
    name: 'Transfer this organization to another member',
    detail: 'They become an owner, and you become an admin. Other owners stay.',
    onlyMember: "You're the only member. Invite someone first.",
    transfer: 'Transfer…',
    dialog: {
      title: (organization: string) => `Transfer ${organization}?`,
      loading: 'members',
      consequence: 'You become an admin. Only an owner can make you an owner again.',
      newOwner: 'New owner',
      transfer: 'Transfer',
      transferred: (member: string) => `${member} is now an owner, and you're an admin.`,
    },
  },
  leaveSection: {
    title: 'Leave',
    name: 'Leave this organization',
    detail: 'Your keys and tokens for it are revoked. Your past work stays.',
    leave: 'Leave…',
    dialog: {
      title: (organization: string) => `Leave ${organization}?`,
      consequence:
        'Your keys and tokens for it are revoked, and you leave its teams. To return, you need a new invitation.',
      leave: 'Leave',
      left: (organization: string) => `You left ${organization}.`,
    },
  },
  deleteSection: {
    title: 'Delete',
    consequences: [
      'Permanently deletes its projects, tasks, teams, agents, keys and sandbox.',
      'You must be its only member. Remove the others first, or transfer the organization.',
    ],
    delete: 'Delete organization…',
    dialog: {
      title: (organization: string) => `Delete ${organization}?`,
      warning: "Everything in it is deleted immediately. You can't undo this.",
      confirm: (slug: string) => `Type its slug, ${slug}, to confirm`,
      deleted: (organization: string) => `Deleted ${organization}.`,
    },
  },
  planPage: {
    title: 'Plan',
    loading: 'the plan',
    planTitle: (plan: string) => `Plan: ${plan}`,
    intro: 'The administrators of this instance set the plan and its limits.',
    unlimited: { title: 'No limits', intro: 'This instance has no limits. This is your current usage.' },
    billing: {
      title: 'Billing',
      text: 'This instance charges for its plans. To change yours, ask its administrators.',
    },
  },
}
