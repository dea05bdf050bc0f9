import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { read } from '../read.ts'
import { IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { createKeptStore, useStore } from '../ui/store.ts'

const dismissed = createKeptStore('baton.unfinished-banner-dismissed', false)

/** For whoever has begun to set things up and left. */
export function UnfinishedBanner() {
  const hidden = useStore(dismissed)
  const onboarding = useQuery({ ...read('onboarding.get', {}), enabled: !hidden }).data
  const there = useRouterState({ select: ({ location }) => location.pathname === '/onboarding' })
  if (hidden || there || !onboarding?.begun || onboarding.step === 'done') return null
  return (
    <div role="status" className="flex items-center gap-3 border-b bg-accent-soft py-1 pr-2 pl-3 md:pl-5">
      <p className="min-w-0">
        You have not finished setting up.{' '}
        <Link to="/onboarding" className="font-medium text-accent underline underline-offset-2">
          Go on
        </Link>
      </p>
      <span className="ml-auto">
        <IconButton label="Not now" onClick={() => dismissed.set(true)}>
          <CloseIcon />
        </IconButton>
      </span>
    </div>
  )
}
