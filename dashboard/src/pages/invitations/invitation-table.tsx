import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { roleNames } from '../../roles.ts'
import { Ask } from '../../ui/ask.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EnvelopeIcon, TrashIcon } from '../../ui/icons.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Day, Time } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { type Invitation, type InvitationStatus, invitationsQuery } from './queries.ts'

export function InvitationTable({ label, invitations }: { label: string; invitations: Invitation[] }) {
  const resend = useResend()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  return (
    <>
      <Table
        label={label}
        columns={columnsWith({ onResend: resend.mutate, onRevoke: setRevoking })}
        items={invitations}
        keyOf={({ id }) => id}
      />
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

interface Actions {
  onResend: (invitation: Invitation) => void
  onRevoke: (invitation: Invitation) => void
}

function columnsWith({ onResend, onRevoke }: Actions): Column<Invitation>[] {
  return [
    { head: 'Address', cell: (invitation) => <Address {...invitation} /> },
    { head: 'Role', cell: ({ role }) => roleNames[role] },
    { head: 'Team', cell: ({ team }) => team && <Badge>{team.name}</Badge> },
    { head: 'Status', cell: (invitation) => <Status {...invitation} /> },
    {
      head: 'What can be done',
      quiet: true,
      atEnd: true,
      cell: (invitation) =>
        (invitation.may.resend || invitation.may.revoke) && (
          <RowMenu label={`More about the invitation of ${invitation.email}`}>
            {invitation.may.resend && (
              <MenuItem icon={<EnvelopeIcon />} onSelect={() => onResend(invitation)}>
                Send it again
              </MenuItem>
            )}
            {invitation.may.revoke && (
              <MenuItem danger icon={<TrashIcon />} onSelect={() => onRevoke(invitation)}>
                Take it back…
              </MenuItem>
            )}
          </RowMenu>
        ),
    },
  ]
}

function Address({ email, invitedBy, createdAt }: Invitation) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium wrap-anywhere">{email}</span>
      <span className="text-[13px] text-muted">
        by {invitedBy.name}, <Time at={createdAt} />
      </span>
    </span>
  )
}

const statuses: Record<InvitationStatus, [name: string, tone: 'plain' | 'accent' | 'attention']> = {
  pending: ['Waiting', 'attention'],
  accepted: ['Accepted', 'accent'],
  declined: ['Declined', 'plain'],
  revoked: ['Taken back', 'plain'],
  expired: ['Expired', 'plain'],
}

function Status({ status, expiresAt, answeredAt }: Invitation) {
  const [name, tone] = statuses[status]
  return (
    <span className="flex items-center gap-x-2">
      <Badge tone={tone}>{name}</Badge>
      <span className="text-[13px] text-muted">
        {status === 'pending' && (
          <>
            until <Day at={expiresAt} />
          </>
        )}
        {status === 'expired' && <Day at={expiresAt} />}
        {answeredAt && <Day at={answeredAt} />}
      </span>
    </span>
  )
}

const listsKey = invitationsQuery().queryKey.slice(0, 1)

function useResend() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: Invitation) =>
      call('invitations.resend', { invitation: id }, { ifMatch: version }),
    onSuccess: ({ email }) =>
      showToast({ text: `Sent again to ${email}. The link in the earlier mail works no longer.` }),
    onError: showProblem,
    onSettled: () => cache.invalidateQueries({ queryKey: listsKey }),
  })
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const cache = useQueryClient()
  const { id, version, email } = invitation
  return (
    <Ask
      title="Take the invitation back?"
      action="Take it back"
      keep="Keep it"
      onClose={onClose}
      send={async () => {
        await call('invitations.revoke', { invitation: id }, { ifMatch: version })
        for (const queryKey of [listsKey, ['plan']]) void cache.invalidateQueries({ queryKey })
        showToast({ text: `The invitation of ${email} is taken back.` })
      }}
    >
      <p>
        The link that <strong className="font-medium wrap-anywhere">{email}</strong> got is dead at once. They
        are not told. You can invite them again later.
      </p>
    </Ask>
  )
}
