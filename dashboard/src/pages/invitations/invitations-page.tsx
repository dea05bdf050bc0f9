import { Empty } from '../../ui/empty.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Section } from '../../ui/section.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { InviteButton } from './invite-button.tsx'
import { type Invitation, invitationsQuery } from './queries.ts'

export function InvitationsPage() {
  return (
    <>
      <title>Invitations · Baton</title>
      <Section
        title="Waiting for an answer"
        text="An invitation works once, for its address alone, and can be taken back until it is answered."
        action={<InviteButton />}
      >
        <PagesOf
          query={invitationsQuery('pending')}
          what="invitations"
          empty={
            <Empty
              title="No invitation is waiting"
              text="Invite somebody by their e-mail address. They join with the link that they get."
            />
          }
        >
          {(invitations) => <InvitationTable label="Waiting for an answer" invitations={invitations} />}
        </PagesOf>
      </Section>
      <Section title="Earlier ones">
        <PagesOf query={invitationsQuery()} what="earlier invitations" empty={<Earlier all={[]} />}>
          {(invitations) => <Earlier all={invitations} />}
        </PagesOf>
      </Section>
    </>
  )
}

function Earlier({ all }: { all: Invitation[] }) {
  const earlier = all.filter(({ status }) => status !== 'pending')
  if (earlier.length === 0)
    return <p className="text-muted">Those that were answered, taken back or have expired come here.</p>
  return <InvitationTable label="Earlier invitations" invitations={earlier} />
}
