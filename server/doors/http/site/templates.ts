/** Everything that renders the public site, with the Markdown library. Loaded with the first request for it. */
export { atomFeed, jsonFeed, robots, sitemap } from './feeds.ts'
export { articlePage, missingPage, postListPage } from './pages.ts'
export { profilePage } from './profile-page.ts'
