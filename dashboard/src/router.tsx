import { createRouter } from '@tanstack/react-router'
import { agentRoutes, publicAgentRoute } from './routes/agents.ts'
import { knowledgeRoutes } from './routes/knowledge.ts'
import { onboardingRoutes } from './routes/onboarding.ts'
import { invitationRoute, organizationRoutes } from './routes/organization.ts'
import { publicRoute } from './routes/public.ts'
import { root } from './routes/root.ts'
import { itemRoute } from './routes/items.ts'
import { inboxRoute } from './routes/inbox.ts'
import { noteRoutes, publicNoteRoute } from './routes/notes.ts'
import { decisionRoutes } from './routes/decisions.ts'
import { settingsRoutes } from './routes/settings.ts'
import { shell } from './routes/shell.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { publicSkillRoute, skillRoutes } from './routes/skills.ts'
import { specRoutes } from './routes/specs.ts'
import { teamRoutes } from './routes/teams.ts'
import { trashRoute } from './routes/trash.ts'
import { workRoutes } from './routes/work.ts'
import { workspaceRoutes } from './routes/workspaces.ts'
import { LoadError } from './ui/load-error.tsx'

/** All pages by area, one line for each file in routes/. */
const routeTree = root.addChildren([
  ...signInRoutes,
  invitationRoute,
  publicAgentRoute,
  publicRoute,
  publicNoteRoute,
  publicSkillRoute,
  shell.addChildren([
    ...workRoutes, //
    ...onboardingRoutes,
    ...teamRoutes,
    ...workspaceRoutes,
    ...agentRoutes,
    ...knowledgeRoutes,
    organizationRoutes,
    trashRoute,
    itemRoute,
    inboxRoute,
    ...noteRoutes,
    ...decisionRoutes,
    ...specRoutes,
    ...skillRoutes,
    settingsRoutes,
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
