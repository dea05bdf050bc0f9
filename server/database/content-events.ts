/** The events of the public site. */
export const contentEvents = {
  'page.created': 'A page of the public site was created.',
  'page.updated': 'The text, slug, state, author or cover of a page changed.',
  'page.deleted': 'A page was deleted. It can be restored for 30 days.',
  'page.restored': 'A deleted page was restored.',
  'page.purged': 'A page and its revisions were permanently removed, 30 days after it was deleted.',
  'post.created': 'A post of the blog was created.',
  'post.updated': 'The text, slug, state, author, categories or cover of a post changed.',
  'post.deleted': 'A post was deleted. It can be restored for 30 days.',
  'post.restored': 'A deleted post was restored.',
  'post.purged': 'A post and its revisions were permanently removed, 30 days after it was deleted.',
  'category.created': 'A category of the blog was created.',
  'category.updated': 'The name, slug or description of a category changed.',
  'category.deleted': 'A category was deleted. Its posts stay.',
  'sitemap.generated': 'An administrator regenerated the sitemap.',
} as const
