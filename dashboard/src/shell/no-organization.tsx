import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownInvitationsQuery } from '../pages/invitations/queries.ts'
import { meQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { texts } from './texts.ts'

const link = 'font-medium text-accent underline underline-offset-2'

/** Replaces the content for a user without an organization: they left it, were removed, or it was deleted. */
export function NoOrganization({ email }: { email: string }) {
  // Polls, because without an organization there are no live events.
  useQuery({ ...meQuery, refetchInterval: 15_000 })
  // Refreshes the invitation banner.
  useQuery({ ...ownInvitationsQuery, refetchInterval: 15_000 })
  return (
    <>
      <title>{`${texts.noOrganization.title} · Baton`}</title>
      <Empty title={texts.noOrganization.title} text={texts.noOrganization.text(email)}>
        <Link to="/onboarding" className={link}>
          {texts.noOrganization.create}
        </Link>
        <Link to="/settings/profile" className={link}>
          {texts.noOrganization.settings}
        </Link>
      </Empty>
    </>
  )
}
