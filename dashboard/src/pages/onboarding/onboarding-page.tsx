import { useQuery } from '@tanstack/react-query'
import { Spinner } from '../../ui/spinner.tsx'
import { Steps } from '../../ui/steps.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { AllDone } from './all-done.tsx'
import { ConnectStep } from './connect-step.tsx'
import { OrganizationStep } from './organization-step.tsx'
import { PeopleStep } from './people-step.tsx'
import { type Onboarding, onboardingQuery } from './queries.ts'

const names = ['Your organization', 'Your people', 'Your first agent']
const places = { organization: 0, people: 1, connect: 2, done: 3 } as const

/** What a newcomer needs, in three steps. It can be left at any time, and goes on where it was left. */
export function OnboardingPage() {
  const { data, error, refetch } = useQuery(onboardingQuery)
  return (
    <div className="mx-auto max-w-2xl px-4 py-6 md:px-8 md:py-10">
      <title>Set up · Baton</title>
      <h1 className="sr-only">Set up Baton</h1>
      {data ? (
        <>
          <Steps label="What there is to set up" names={names} present={places[data.step]} />
          <div className="mt-8">
            <Present onboarding={data} />
          </div>
        </>
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </div>
  )
}

function Present({ onboarding }: { onboarding: Onboarding }) {
  if (onboarding.step === 'organization') return <OrganizationStep onboarding={onboarding} />
  if (onboarding.step === 'people') return <PeopleStep onboarding={onboarding} />
  if (onboarding.step === 'connect') return <ConnectStep onboarding={onboarding} />
  return <AllDone />
}
