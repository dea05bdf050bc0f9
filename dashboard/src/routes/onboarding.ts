import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onboardingQuery } from '../pages/onboarding/queries.ts'
import { queryClient } from '../query-client.ts'
import { shell } from './shell.ts'

const onboarding = createRoute({
  getParentRoute: () => shell,
  path: '/onboarding',
  loader: () => void queryClient.prefetchQuery(onboardingQuery),
  component: lazyRouteComponent(() => import('../pages/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
})

export const onboardingRoutes = [onboarding] as const
