import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readActivitySearch } from '../pages/activity/activity-search.ts'
import { agentsQuery, publicAgentQuery } from '../pages/agents/queries.ts'
import { readMemorySearch } from '../pages/memory/memory-search.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { root } from './root.ts'
import { shell } from './shell.ts'

const agents = createRoute({
  getParentRoute: () => shell,
  path: '/agents',
  loader: () => void queryClient.prefetchInfiniteQuery(agentsQuery),
  component: lazyRouteComponent(() => import('../pages/agents/agents-page.tsx'), 'AgentsPage'),
})

const newAgent = createRoute({
  getParentRoute: () => shell,
  path: '/agents/new',
  component: lazyRouteComponent(() => import('../pages/agents/new-agent-page.tsx'), 'NewAgentPage'),
})

const liveAgents = createRoute({
  getParentRoute: () => shell,
  path: '/agents/live',
  loader: () => void queryClient.prefetchQuery(read('agents.listLive', {})),
  component: lazyRouteComponent(() => import('../pages/agents/live/live-page.tsx'), 'LivePage'),
})

const agent = createRoute({
  getParentRoute: () => shell,
  path: '/agents/$agent',
  loader: ({ params }) => void queryClient.prefetchQuery(read('agents.get', { agent: params.agent })),
  component: lazyRouteComponent(() => import('../pages/agents/agent-frame.tsx'), 'AgentFrame'),
})

const overview = createRoute({
  getParentRoute: () => agent,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/agents/agent-overview.tsx'), 'AgentOverview'),
})

const memory = createRoute({
  getParentRoute: () => agent,
  path: '/memory',
  validateSearch: readMemorySearch,
  component: lazyRouteComponent(() => import('../pages/memory/memory-page.tsx'), 'AgentMemoryPage'),
})

const activity = createRoute({
  getParentRoute: () => agent,
  path: '/activity',
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import('../pages/activity/activity-page.tsx'), 'AgentActivityPage'),
})

const sessions = createRoute({
  getParentRoute: () => agent,
  path: '/sessions',
  component: lazyRouteComponent(() => import('../pages/sessions/sessions-page.tsx'), 'AgentSessionsPage'),
})

const settings = createRoute({
  getParentRoute: () => agent,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/agents/agent-settings.tsx'), 'AgentSettings'),
})

export const agentRoutes = [
  agents,
  newAgent,
  liveAgents,
  agent.addChildren([overview, memory, activity, sessions, settings]),
] as const

/** Outside of the shell, because it is visible without signing in. */
export const publicAgentRoute = createRoute({
  getParentRoute: () => root,
  path: '/public/agents/$slug',
  loader: ({ params: { slug } }) => void queryClient.prefetchQuery(publicAgentQuery(slug)),
  component: lazyRouteComponent(() => import('../pages/agents/public-agent-page.tsx'), 'PublicAgentPage'),
})
