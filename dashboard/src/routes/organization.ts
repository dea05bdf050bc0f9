import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { roles } from '../../../server/operations/caller.ts'
import { invitationsQuery } from '../pages/invitations/queries.ts'
import { membersQuery } from '../pages/members/queries.ts'
import { queryClient } from '../query-client.ts'
import { read, readAll } from '../read.ts'
import { root } from './root.ts'
import { asText, oneOf, searchOf } from './search.ts'
import { shell } from './shell.ts'

const organization = createRoute({
  getParentRoute: () => shell,
  path: '/organization',
  loader: () => void queryClient.prefetchQuery(read('organizations.get', {})),
  component: lazyRouteComponent(
    () => import('../pages/organizations/organization-frame.tsx'),
    'OrganizationFrame',
  ),
})

const settings = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: lazyRouteComponent(
    () => import('../pages/organizations/settings-page.tsx'),
    'OrganizationSettingsPage',
  ),
})

/** The filter of the member list. */
const readMemberSearch = searchOf({ search: asText, role: oneOf(roles) })

const members = createRoute({
  getParentRoute: () => organization,
  path: '/members',
  validateSearch: readMemberSearch,
  loaderDeps: ({ search: { search, role } }) => ({ search, role }),
  loader: ({ deps }) => void queryClient.prefetchInfiniteQuery(membersQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/members/members-page.tsx'), 'MembersPage'),
})

const invitations = createRoute({
  getParentRoute: () => organization,
  path: '/invitations',
  loader: () => void queryClient.prefetchInfiniteQuery(invitationsQuery('pending')),
  component: lazyRouteComponent(() => import('../pages/invitations/invitations-page.tsx'), 'InvitationsPage'),
})

const plan = createRoute({
  getParentRoute: () => organization,
  path: '/plan',
  loader: () => void queryClient.prefetchQuery(read('organizations.getPlan', {})),
  component: lazyRouteComponent(() => import('../pages/organizations/plan-page.tsx'), 'PlanPage'),
})

const loadWorkflows = () => void queryClient.prefetchQuery(readAll('workflows.list', {}))

const workflows = createRoute({
  getParentRoute: () => organization,
  path: '/workflows',
  loader: loadWorkflows,
  component: lazyRouteComponent(() => import('../pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
})

const newWorkflow = createRoute({
  getParentRoute: () => organization,
  path: '/workflows/new',
  validateSearch: searchOf({ from: asText }),
  loader: loadWorkflows,
  component: lazyRouteComponent(() => import('../pages/workflows/workflow-page.tsx'), 'NewWorkflowPage'),
})

const workflow = createRoute({
  getParentRoute: () => organization,
  path: '/workflows/$workflow',
  loader: loadWorkflows,
  component: lazyRouteComponent(() => import('../pages/workflows/workflow-page.tsx'), 'WorkflowPage'),
})

const codeHosts = createRoute({
  getParentRoute: () => organization,
  path: '/code-hosts',
  loader: () => void queryClient.prefetchQuery(readAll('codeHosts.list', {})),
  component: lazyRouteComponent(() => import('../pages/code-hosts/code-hosts-page.tsx'), 'CodeHostsPage'),
})

const ai = createRoute({
  getParentRoute: () => organization,
  path: '/ai',
  loader: () => void queryClient.prefetchQuery(read('aiSettings.get', {})),
  component: lazyRouteComponent(() => import('../pages/ai-settings/ai-settings-page.tsx'), 'AiSettingsPage'),
})

const loadWebhooks = () => void queryClient.prefetchQuery(readAll('webhooks.list', {}))

const webhooks = createRoute({
  getParentRoute: () => organization,
  path: '/webhooks',
  loader: loadWebhooks,
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const newWebhook = createRoute({
  getParentRoute: () => organization,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('../pages/webhooks/edit-pages.tsx'), 'NewWebhookPage'),
})

const webhook = createRoute({
  getParentRoute: () => organization,
  path: '/webhooks/$webhook',
  loader: loadWebhooks,
  component: lazyRouteComponent(() => import('../pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

const editWebhook = createRoute({
  getParentRoute: () => organization,
  path: '/webhooks/$webhook/edit',
  loader: loadWebhooks,
  component: lazyRouteComponent(() => import('../pages/webhooks/edit-pages.tsx'), 'EditWebhookPage'),
})

export const organizationRoutes = organization.addChildren([
  settings,
  members,
  invitations,
  plan,
  workflows,
  newWorkflow,
  workflow,
  codeHosts,
  ai,
  webhooks,
  newWebhook,
  webhook,
  editWebhook,
])

/** The target of the link in the email. Outside of the shell, because it works without an account. */
export const invitationRoute = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('../pages/invitations/invitation-page.tsx'), 'InvitationPage'),
})
