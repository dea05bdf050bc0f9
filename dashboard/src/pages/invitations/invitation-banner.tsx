import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { XIcon } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { createSessionStore, useStore } from '../../ui/store.ts'
import { InvitationButtons } from './invitation-buttons.tsx'
import { Offer } from './offer.tsx'
import { ownInvitationsQuery } from './queries.ts'
import { TextLink } from '../../ui/links.tsx'
import { texts } from './texts.ts'

/** The ids of invitations that were dismissed in this tab. */
const dismissed = createSessionStore<string[]>('baton.invitations-put-off', [])

/** Shows a pending invitation on every page but Home, which lists it, so that users don't depend on the email. */
export function InvitationBanner() {
  const items = useQuery(ownInvitationsQuery).data?.items ?? []
  const hidden = useStore(dismissed)
  const isHome = useRouterState({ select: ({ location }) => location.pathname === '/' })
  const { label, more, dismiss } = texts.invitationBanner
  const [first, ...others] = items.filter(({ id }) => !hidden.includes(id))
  if (!first || isHome) return null
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-accent-soft py-1.5 pr-2 pl-3 md:pl-5"
    >
      <p role="status" className="min-w-0 grow basis-56 wrap-anywhere">
        <Offer invitation={first} />{' '}
        {others.length > 0 && <TextLink to="/invitation">{more(others.length)}</TextLink>}
      </p>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <InvitationButtons key={first.id} invitation={first} />
        <IconButton label={dismiss} onClick={() => dismissed.set([...hidden, first.id])}>
          <XIcon />
        </IconButton>
      </div>
    </section>
  )
}
