import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import type { ReceivedInvitation } from './queries.ts'
import { useDecline } from './respond.ts'
import { texts } from './texts.ts'

interface DeclineDialogProps {
  invitation: ReceivedInvitation
  secret?: string | undefined
  onDeclined?: () => void
  onClose: () => void
}

export function DeclineDialog({ invitation, secret, onDeclined, onClose }: DeclineDialogProps) {
  const decline = useDecline()
  const labels = texts.declineDialog
  return (
    <AsyncConfirm
      title={labels.title}
      action={labels.decline}
      onClose={onClose}
      send={async () => {
        await decline({ invitation, secret })
        onDeclined?.()
      }}
    >
      <p>{labels.consequence(invitation.organization.name)}</p>
    </AsyncConfirm>
  )
}
