import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { aiSessionQuery, aiSessionsQuery, messagesQuery, readAskSearch } from '../pages/ask/queries.ts'
import { queryClient } from '../query-client.ts'
import { shell } from './shell.ts'

const ask = createRoute({
  getParentRoute: () => shell,
  path: '/ask',
  validateSearch: readAskSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(aiSessionsQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/ask/ask-page.tsx'), 'AskPage'),
})

const conversation = createRoute({
  getParentRoute: () => shell,
  path: '/ask/$aiSession',
  validateSearch: readAskSearch,
  loader: ({ params: { aiSession } }) => {
    void queryClient.prefetchQuery(aiSessionQuery(aiSession))
    void queryClient.prefetchQuery(messagesQuery(aiSession))
  },
  component: lazyRouteComponent(() => import('../pages/ask/ask-page.tsx'), 'ConversationPage'),
})

export const askRoutes = [ask, conversation] as const
