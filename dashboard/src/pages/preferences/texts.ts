/** Texts of a user's preferences. */
export const texts = {
  title: 'Preferences',
  intro: 'How Baton looks on all your devices.',
  loading: 'your preferences',
  theme: {
    name: 'Theme',
    hint: 'Applies to all your devices.',
    options: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  density: {
    name: 'Density',
    hint: 'The height of list rows.',
    options: { comfortable: 'Comfortable', compact: 'Compact' },
  },
  dates: {
    name: 'Dates',
    example: (date: string) => `Example: ${date}`,
    label: 'Date format',
    placeholder: 'Search for a language',
  },
  notifications: {
    title: 'Inbox and email',
    intro: 'Notifications in the app and by email have their own page.',
    link: 'Notification settings',
  },
}
