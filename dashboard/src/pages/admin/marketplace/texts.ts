/** Texts of the administration of the marketplace. */
export const texts = {
  list: {
    title: 'Marketplace',
    intro: 'Items that organizations published. Featured items come first for everyone.',
    off: 'The marketplace is turned off. Turn it on under Settings.',
    noun: 'marketplace items',
    table: 'Marketplace items',
    search: 'Search items',
    statusFilter: 'Filter by state',
    allStatuses: 'All states',
    statuses: { published: 'Published', withdrawn: 'Withdrawn', removed: 'Removed' },
    kindFilter: 'Filter by kind',
    allKinds: 'All kinds',
    columns: { item: 'Item', state: 'State', installs: 'Organizations', actions: 'Actions' },
    empty: { title: 'No items yet', text: 'Items appear here when an organization publishes them.' },
    noMatches: { title: 'No matching items', text: 'Search for other words, or clear the filters.' },
  },

  item: {
    noun: 'marketplace item',
    back: 'All marketplace items',
    reason: 'Removal reason',
  },

  actions: {
    label: (name: string) => `Actions for ${name}`,
    feature: 'Feature',
    unfeature: 'Stop featuring',
    remove: 'Remove…',
    restore: 'Restore',
    featured: (name: string) => `${name} is featured now.`,
    unfeatured: (name: string) => `${name} is no longer featured.`,
    restored: (name: string) => `Restored ${name}.`,
  },

  removeDialog: {
    title: (name: string) => `Remove ${name} from the marketplace?`,
    text: 'No one can find or add it any more. Its organization is notified with your reason. Copies stay.',
    reason: 'Reason',
    action: 'Remove',
    done: (name: string) => `Removed ${name}.`,
  },
}
