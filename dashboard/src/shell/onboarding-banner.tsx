import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { XIcon } from 'lucide-react'
import { read } from '../read.ts'
import { IconButton } from '../ui/button.tsx'
import { createSessionStore, useStore } from '../ui/store.ts'
import { texts } from './texts.ts'

const dismissed = createSessionStore('baton.onboarding-banner-dismissed', false)

/** Reminds a user who started the setup and left it to continue. */
export function OnboardingBanner() {
  const hidden = useStore(dismissed)
  const onboarding = useQuery({ ...read('onboarding.get', {}), enabled: !hidden }).data
  const isOnboardingPage = useRouterState({ select: ({ location }) => location.pathname === '/onboarding' })
  if (hidden || isOnboardingPage || !onboarding?.begun || onboarding.step === 'done') return null
  return (
    <div role="status" className="flex items-center gap-3 border-b bg-accent-soft py-1 pr-2 pl-3 md:pl-5">
      <p className="min-w-0">
        {texts.onboardingBanner.text}{' '}
        <Link to="/onboarding" className="font-medium text-accent underline underline-offset-2">
          {texts.onboardingBanner.continue}
        </Link>
      </p>
      <span className="ml-auto">
        <IconButton label={texts.dismissBanner} onClick={() => dismissed.set(true)}>
          <XIcon />
        </IconButton>
      </span>
    </div>
  )
}
