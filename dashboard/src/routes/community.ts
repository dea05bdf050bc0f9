import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { postQuery, readCommunitySearch } from '../pages/community/queries.ts'
import { queryClient } from '../query-client.ts'
import { shell } from './shell.ts'

/** The posts that everyone on the instance reads. */
const posts = createRoute({
  getParentRoute: () => shell,
  path: '/community',
  validateSearch: readCommunitySearch,
  component: lazyRouteComponent(() => import('../pages/community/posts-page.tsx'), 'CommunityPage'),
})

const newPost = createRoute({
  getParentRoute: () => shell,
  path: '/community/new',
  component: lazyRouteComponent(() => import('../pages/community/new-post-page.tsx'), 'NewPostPage'),
})

const post = createRoute({
  getParentRoute: () => shell,
  path: '/community/$post',
  loader: ({ params }) => void queryClient.prefetchQuery(postQuery(params.post)),
  component: lazyRouteComponent(() => import('../pages/community/post-page.tsx'), 'PostPage'),
})

export const communityRoutes = [posts, newPost, post] as const
