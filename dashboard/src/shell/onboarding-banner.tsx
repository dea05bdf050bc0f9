import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { read } from '../read.ts'
import { createSessionStore, useStore } from '../ui/store.ts'
import { TextLink } from '../ui/links.tsx'
import { Banner } from './banner.tsx'
import { texts } from './texts.ts'

const dismissed = createSessionStore('baton.onboarding-banner-dismissed', false)

/** Reminds a user who started the setup and left it to continue. */
export function OnboardingBanner() {
  const hidden = useStore(dismissed)
  const onboarding = useQuery({ ...read('onboarding.get', {}), enabled: !hidden }).data
  const isOnboardingPage = useRouterState({ select: ({ location }) => location.pathname === '/onboarding' })
  if (hidden || isOnboardingPage || !onboarding?.begun || onboarding.step === 'done') return null
  return (
    <Banner onDismiss={() => dismissed.set(true)}>
      {texts.onboardingBanner.text} <TextLink to="/onboarding">{texts.onboardingBanner.continue}</TextLink>
    </Banner>
  )
}
