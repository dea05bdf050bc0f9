import type { MarketplaceItem } from './queries.ts'

/** Texts of the marketplace, and of the marketplace part on the pages of skills, agents and workflows. */
export const texts = {
  kinds: { skill: 'Skill', agent: 'Agent', workflow: 'Workflow' } satisfies Record<
    MarketplaceItem['kind'],
    string
  >,

  categories: {
    development: 'Development',
    testing: 'Testing',
    review: 'Review',
    design: 'Design',
    documentation: 'Documentation',
    planning: 'Planning',
    operations: 'Operations',
    security: 'Security',
    data: 'Data',
    research: 'Research',
    other: 'Other',
  } satisfies Record<MarketplaceItem['category'], string>,

  statuses: { published: 'Published', withdrawn: 'Withdrawn', removed: 'Removed by an administrator' },

  featured: 'Featured',
  release: (release: number) => `Release ${release}`,
  byline: (author: string, organization: string) => `by ${author}, ${organization}`,
  installs: (installs: string, isOne: boolean) =>
    isOne ? `Added by ${installs} organization` : `Added by ${installs} organizations`,

  browse: 'Browse the marketplace',

  page: {
    title: 'Marketplace',
    text: 'Skills, agents and workflows that other organizations published.',
    list: 'Marketplace items',
    noun: 'marketplace items',
    search: 'Search items',
    kindFilter: 'Filter by kind',
    allKinds: 'All kinds',
    categoryFilter: 'Filter by category',
    allCategories: 'All categories',
    sort: 'Sort by',
    sorts: { installs: 'Most added', newest: 'Newest' },
    published: 'Published by your organization',
    empty: {
      title: 'No items yet',
      text: 'Open one of your skills, agents or workflows and publish it to the marketplace.',
    },
    noMatches: { title: 'No matching items', text: 'Search for other words, or clear the filters.' },
  },

  itemPage: {
    noun: 'marketplace item',
    all: 'Marketplace',
    add: 'Add to my organization',
    adminsOnly: 'Only owners and admins of an organization can add a workflow.',
    untrusted: 'Read the text before you add it. Your agents will follow it.',
    facts: 'About this item',
    kind: 'Kind',
    category: 'Category',
    author: 'Author',
    organization: 'Organization',
    release: 'Release',
    added: 'Added by',
    organizations: (count: string, isOne: boolean) =>
      isOne ? `${count} organization` : `${count} organizations`,
    tags: 'Tags',
    releases: 'Releases',
    noNotes: 'No notes.',
    instructions: 'Instructions',
    noInstructions: 'No instructions.',
    model: 'Model',
    skills: 'Skills',
    gates: 'Gates',
  },

  installDialog: {
    title: (name: string) => `Add ${name} to your organization`,
    text: 'Your organization gets its own copy. Later releases don’t change it.',
    team: 'Team',
    onlyYou: 'Only you',
    teamHint: 'Members of the team can use and edit the skill.',
    add: 'Add',
    added: (name: string) => `Added ${name}.`,
    open: 'Open',
  },

  publishedPage: {
    title: 'Published by your organization',
    text: 'Publish an item again on its own page to release its changes.',
    list: 'Published items',
    noun: 'published items',
    search: 'Search published items',
    back: 'Marketplace',
    withdraw: 'Withdraw',
    withdrawn: (name: string) => `Withdrew ${name}.`,
    removed: (reason: string) => `An administrator removed it: ${reason}`,
    empty: {
      title: 'No published items yet',
      text: 'Open one of your skills, agents or workflows and publish it to the marketplace.',
    },
    noMatches: { title: 'No matching items', text: 'Search for other words.' },
    confirmWithdraw: {
      title: (name: string) => `Withdraw ${name} from the marketplace?`,
      text: 'No one can find or add it any more. Copies in other organizations stay.',
      action: 'Withdraw',
    },
  },

  part: {
    title: 'Marketplace',
    copiedFrom: 'Copied from',
    by: 'Author',
    release: 'Release',
    newer: (release: number) => `${release} is available`,
    unavailable: 'No longer in the marketplace',
    state: 'State',
    publish: 'Publish…',
    publishAgain: 'Publish again…',
    changed: 'Changed since this release.',
    removed: (reason: string) => `Reason: ${reason}`,
  },

  publishDialog: {
    title: (name: string) => `Publish ${name} to the marketplace`,
    text: {
      skill: 'Everyone can read its name, description, instructions, files and tags.',
      agent: 'Everyone can read its name, role, instructions, model and public skills.',
      workflow: 'Everyone can read its name, description and gates.',
    } satisfies Record<MarketplaceItem['kind'], string>,
    snapshot: 'Later changes stay private until you publish again.',
    category: 'Category',
    notes: 'Release notes',
    notesHint: 'Changes since the last release. Optional.',
    publish: 'Publish',
    published: (name: string, release: number) => `Published ${name}, release ${release}.`,
  },
}
