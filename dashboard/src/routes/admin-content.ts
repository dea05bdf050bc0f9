import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readArticleSearch } from '../pages/admin/content/article-search.ts'
import { admin } from './admin-frame.ts'
import { asCount, searchOf } from './search.ts'

const content = createRoute({
  getParentRoute: () => admin,
  path: '/content',
  beforeLoad: () => {
    throw redirect({ to: '/admin/content/$kind', params: { kind: 'posts' }, replace: true })
  },
})

const categories = createRoute({
  getParentRoute: () => admin,
  path: '/content/categories',
  component: lazyRouteComponent(() => import('../pages/admin/content/categories-page.tsx'), 'CategoriesPage'),
})

const list = createRoute({
  getParentRoute: () => admin,
  path: '/content/$kind',
  validateSearch: readArticleSearch,
  component: lazyRouteComponent(() => import('../pages/admin/content/articles-page.tsx'), 'ArticlesPage'),
})

const create = createRoute({
  getParentRoute: () => admin,
  path: '/content/$kind/new',
  component: lazyRouteComponent(() => import('../pages/admin/content/article-page.tsx'), 'NewArticlePage'),
})

const article = createRoute({
  getParentRoute: () => admin,
  path: '/content/$kind/$article',
  component: lazyRouteComponent(() => import('../pages/admin/content/article-page.tsx'), 'ArticlePage'),
})

const revisions = createRoute({
  getParentRoute: () => admin,
  path: '/content/$kind/$article/revisions',
  validateSearch: searchOf({ from: asCount, to: asCount }),
  component: lazyRouteComponent(
    () => import('../pages/admin/content/article-revisions-page.tsx'),
    'ArticleRevisionsPage',
  ),
})

export const contentRoutes = [content, categories, list, create, article, revisions] as const
