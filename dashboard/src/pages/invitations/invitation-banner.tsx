import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { createKeptStore, useStore } from '../../ui/store.ts'
import { InvitationButtons } from './invitation-buttons.tsx'
import { Offer } from './offer.tsx'
import { ownInvitationsQuery } from './queries.ts'

/** The ids of those that were put off in this tab. */
const putOff = createKeptStore<string[]>('baton.invitations-put-off', [])

/** Whoever was invited is told wherever they are, even without the mail. */
export function InvitationBanner() {
  const items = useQuery(ownInvitationsQuery).data?.items ?? []
  const hidden = useStore(putOff)
  const [first, ...more] = items.filter(({ id }) => !hidden.includes(id))
  if (!first) return null
  return (
    <section
      aria-label="Invitations"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-accent-soft py-1.5 pr-2 pl-3 md:pl-5"
    >
      <p role="status" className="min-w-0 grow basis-56 wrap-anywhere">
        <Offer invitation={first} />{' '}
        {more.length > 0 && (
          <Link to="/invitation" className="font-medium text-accent underline underline-offset-2">
            {more.length === 1 ? 'And one more' : `And ${more.length} more`}
          </Link>
        )}
      </p>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <InvitationButtons key={first.id} invitation={first} />
        <IconButton label="Not now" onClick={() => putOff.set([...hidden, first.id])}>
          <CloseIcon />
        </IconButton>
      </div>
    </section>
  )
}
