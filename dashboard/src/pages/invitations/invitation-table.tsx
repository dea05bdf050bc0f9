import { useMutation } from '@tanstack/react-query'
import { MailIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { roleNames } from '../../roles.ts'
import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import { Badge } from '../../ui/badge.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Day, Time } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { refreshKinds, write } from '../../write.ts'
import type { Invitation, InvitationStatus } from './queries.ts'
import { texts } from './texts.ts'

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
  const labels = texts.invitationTable
  return [
    { head: labels.email, cell: (invitation) => <Address {...invitation} /> },
    { head: labels.role, cell: ({ role }) => roleNames[role] },
    { head: labels.team, cell: ({ team }) => team && <Badge>{team.name}</Badge> },
    { head: labels.status, cell: (invitation) => <Status {...invitation} /> },
    {
      head: labels.actions,
      quiet: true,
      atEnd: true,
      cell: (invitation) =>
        (invitation.may.resend || invitation.may.revoke) && (
          <RowMenu label={labels.actionsFor(invitation.email)}>
            {invitation.may.resend && (
              <MenuItem icon={<MailIcon />} onSelect={() => onResend(invitation)}>
                {labels.resend}
              </MenuItem>
            )}
            {invitation.may.revoke && (
              <MenuItem danger icon={<Trash2Icon />} onSelect={() => onRevoke(invitation)}>
                {labels.revoke}
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
        {texts.invitationTable.invitedBy(invitedBy.name)} <Time at={createdAt} />
      </span>
    </span>
  )
}

const tones: Record<InvitationStatus, 'plain' | 'accent' | 'attention'> = {
  pending: 'attention',
  accepted: 'accent',
  declined: 'plain',
  revoked: 'plain',
  expired: 'plain',
}

function Status({ status, expiresAt, answeredAt }: Invitation) {
  const { statuses, expires } = texts.invitationTable
  return (
    <span className="flex items-center gap-x-2">
      <Badge tone={tones[status]}>{statuses[status]}</Badge>
      <span className="text-[13px] text-muted">
        {status === 'pending' && (
          <>
            {expires} <Day at={expiresAt} />
          </>
        )}
        {status === 'expired' && <Day at={expiresAt} />}
        {answeredAt && <Day at={answeredAt} />}
      </span>
    </span>
  )
}

function useResend() {
  return useMutation({
    mutationFn: ({ id, version }: Invitation) =>
      call('invitations.resend', { invitation: id }, { ifMatch: version }),
    onSuccess: ({ email }) => showToast({ text: texts.invitationTable.resent(email) }),
    onError: showProblem,
    onSettled: () => refreshKinds('invitation'),
  })
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { id, version, email } = invitation
  const labels = texts.revokeDialog
  return (
    <AsyncConfirm
      title={labels.title(email)}
      action={labels.revoke}
      onClose={onClose}
      send={async () => {
        await write('invitations.revoke', { invitation: id }, { ifMatch: version })
        showToast({ text: labels.revoked(email) })
      }}
    >
      <p>{labels.consequence}</p>
    </AsyncConfirm>
  )
}
