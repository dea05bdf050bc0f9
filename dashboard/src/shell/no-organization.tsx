import { useQuery } from '@tanstack/react-query'
import { ownInvitationsQuery } from '../pages/invitations/queries.ts'
import { meQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { TextLink } from '../ui/links.tsx'
import { texts } from './texts.ts'

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
        <TextLink to="/onboarding">{texts.noOrganization.create}</TextLink>
        <TextLink to="/settings/profile">{texts.noOrganization.settings}</TextLink>
      </Empty>
    </>
  )
}
