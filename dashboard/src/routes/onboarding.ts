import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { shell } from './shell.ts'

const onboarding = createRoute({
  getParentRoute: () => shell,
  path: '/onboarding',
  loader: () => void queryClient.prefetchQuery(read('onboarding.get', {})),
  component: lazyRouteComponent(() => import('../pages/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
})

export const onboardingRoutes = [onboarding] as const
