import { Empty } from '../../ui/empty.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Section } from '../../ui/section.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { InviteButton } from './invite-button.tsx'
import { type Invitation, invitationsQuery } from './queries.ts'
import { texts } from './texts.ts'

export function InvitationsPage() {
  const { title, loading, pending, past } = texts.invitationsPage
  return (
    <>
      <title>{`${title} · Baton`}</title>
      <PageHeading title={title} actions={<InviteButton />} />
      <Section title={pending.title} text={pending.intro}>
        <PagedList query={invitationsQuery('pending')} noun={loading} empty={<Empty {...pending.empty} />}>
          {(invitations) => <InvitationTable label={pending.title} invitations={invitations} />}
        </PagedList>
      </Section>
      <Section title={past.title}>
        <PagedList query={invitationsQuery()} noun={past.loading} empty={<PastInvitations all={[]} />}>
          {(invitations) => <PastInvitations all={invitations} />}
        </PagedList>
      </Section>
    </>
  )
}

function PastInvitations({ all }: { all: Invitation[] }) {
  const { title, empty } = texts.invitationsPage.past
  const past = all.filter(({ status }) => status !== 'pending')
  if (past.length === 0) return <p className="text-muted">{empty}</p>
  return <InvitationTable label={title} invitations={past} />
}
