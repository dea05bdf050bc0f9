import { createRouter } from '@tanstack/react-router'
import { adminRoutes } from './routes/admin.ts'
import { askRoutes } from './routes/ask.ts'
import { communityRoutes } from './routes/community.ts'
import { conflictsRoute } from './routes/conflicts.ts'
import { contactRoute } from './routes/contact.ts'
import { agentRoutes, publicAgentRoute } from './routes/agents.ts'
import { knowledgeRoutes } from './routes/knowledge.ts'
import { onboardingRoutes } from './routes/onboarding.ts'
import { invitationRoute, organizationRoutes } from './routes/organization.ts'
import { publicRoute } from './routes/public.ts'
import { root } from './routes/root.ts'
import { issueRoutes } from './routes/issues.ts'
import { itemRoute } from './routes/items.ts'
import { inboxRoute } from './routes/inbox.ts'
import { machineRoutes } from './routes/machines.ts'
import { marketplaceRoutes } from './routes/marketplace.ts'
import { noteRoutes, publicNoteRoute } from './routes/notes.ts'
import { decisionRoutes } from './routes/decisions.ts'
import { settingsRoutes } from './routes/settings.ts'
import { shell } from './routes/shell.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { publicSkillRoute, skillRoutes } from './routes/skills.ts'
import { specRoutes } from './routes/specs.ts'
import { teamRoutes } from './routes/teams.ts'
import { trashRoute } from './routes/trash.ts'
import { homeRoutes } from './routes/home.ts'
import { workRoutes } from './routes/work.ts'
import { workspaceRoutes } from './routes/workspaces.ts'
import { LoadError } from './ui/load-error.tsx'

/** All pages by area, one line for each file in routes/. */
const routeTree = root.addChildren([
  ...signInRoutes,
  contactRoute,
  invitationRoute,
  publicAgentRoute,
  publicRoute,
  publicNoteRoute,
  publicSkillRoute,
  shell.addChildren([
    ...homeRoutes,
    ...workRoutes,
    ...askRoutes,
    ...onboardingRoutes,
    ...teamRoutes,
    ...workspaceRoutes,
    ...agentRoutes,
    ...machineRoutes,
    ...knowledgeRoutes,
    organizationRoutes,
    trashRoute,
    itemRoute,
    ...communityRoutes,
    ...issueRoutes,
    inboxRoute,
    conflictsRoute,
    ...noteRoutes,
    ...decisionRoutes,
    ...specRoutes,
    ...skillRoutes,
    ...marketplaceRoutes,
    settingsRoutes,
    adminRoutes,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error, reset }) => (
    <LoadError error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
