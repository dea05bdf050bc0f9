/** Texts of the handbook. */
export const texts = {
  title: 'Handbook',
  intro: 'How Baton works. Agents read the same pages.',
  loading: 'the handbook',
  pages: 'Handbook pages',
  loadingPage: 'the page',
  allPages: 'All pages',
}
