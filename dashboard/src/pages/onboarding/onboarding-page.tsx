import { useRead } from '../../read.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Steps } from '../../ui/steps.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { pageInset } from '../../ui/page.tsx'
import { AllDone } from './all-done.tsx'
import { ConnectStep } from './connect-step.tsx'
import { OrganizationStep } from './organization-step.tsx'
import { PeopleStep } from './people-step.tsx'
import type { Onboarding } from './queries.ts'
import { texts } from './texts.ts'

const positions = { organization: 0, people: 1, connect: 2, done: 3 } as const

/** Sets up a new account in three steps. Users can leave at any time and resume later. */
export function OnboardingPage() {
  const { title, heading, steps, stepNames } = texts.onboardingPage
  const { data, error, refetch } = useRead('onboarding.get', {})
  return (
    <div className={`max-w-2xl ${pageInset}`}>
      <title>{`${title} · Baton`}</title>
      <h1 className="sr-only">{heading}</h1>
      {data ? (
        <>
          <Steps label={steps} names={stepNames} current={positions[data.step]} />
          <div className="mt-8">
            <CurrentStep onboarding={data} />
          </div>
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </div>
  )
}

function CurrentStep({ onboarding }: { onboarding: Onboarding }) {
  if (onboarding.step === 'organization') return <OrganizationStep onboarding={onboarding} />
  if (onboarding.step === 'people') return <PeopleStep onboarding={onboarding} />
  if (onboarding.step === 'connect') return <ConnectStep onboarding={onboarding} />
  return <AllDone />
}
