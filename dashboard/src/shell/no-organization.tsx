import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownInvitationsQuery } from '../pages/invitations/queries.ts'
import { meQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'

const link = 'font-medium text-accent underline underline-offset-2'

/** For whoever is in no organization: they left the last one, were taken out of it, or it is gone. */
export function NoOrganization({ address }: { address: string }) {
  // Nothing tells that somebody has let them in: there is no organization whose feed could.
  useQuery({ ...meQuery, refetchInterval: 15_000 })
  // What the banner shows, if somebody has invited them.
  useQuery({ ...ownInvitationsQuery, refetchInterval: 15_000 })
  return (
    <>
      <title>No organization · Baton</title>
      <Empty
        title="You are in no organization"
        text={`Projects belong to an organization. Ask somebody who is in one to invite ${address}: this page goes on by itself as soon as you are in.`}
      >
        <Link to="/onboarding" className={link}>
          Make an organization of your own
        </Link>
        <Link to="/settings/profile" className={link}>
          Your settings
        </Link>
      </Empty>
    </>
  )
}
