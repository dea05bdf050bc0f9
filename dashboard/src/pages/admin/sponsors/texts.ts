import type { ItemOf } from '../../../read.ts'

/** Texts of the sponsors. */
export const texts = {
  page: {
    title: 'Sponsors',
    intro: 'The public site shows each sponsor between its first and its last day.',
    add: 'Add sponsor',
    noun: 'sponsors',
    empty: { title: 'No sponsors yet', text: 'Add the first one.' },
    table: 'Sponsors',
    columns: { name: 'Name', tier: 'Tier', days: 'Shown', actions: 'Actions' },
    current: 'Shown now',
    from: (from: string) => `From ${from}`,
    days: (from: string, until: string) => `${from} to ${until}`,
    actionsFor: (name: string) => `Actions for ${name}`,
    edit: 'Edit',
    delete: 'Delete',
    confirmDelete: {
      title: (name: string) => `Delete ${name}?`,
      text: 'The sponsor and its logo are deleted permanently.',
      action: 'Delete',
    },
  },
  tiers: { platinum: 'Platinum', gold: 'Gold', silver: 'Silver', bronze: 'Bronze' } satisfies Record<
    ItemOf<'sponsors.list'>['tier'],
    string
  >,
  dialog: {
    add: 'Add sponsor',
    edit: (name: string) => `Edit ${name}`,
    save: 'Save',
    name: 'Name',
    link: 'URL',
    tier: 'Tier',
    from: 'First day',
    until: 'Last day',
    untilHint: 'Leave empty to show it without an end.',
    logo: 'Logo',
    logoHint: 'PNG, JPEG, WebP or GIF, at most 5 MiB.',
  },
}
