import { Ask } from '../../ui/ask.tsx'
import { useDecline } from './answer.ts'
import type { ReceivedInvitation } from './queries.ts'

interface DeclineDialogProps {
  invitation: ReceivedInvitation
  secret?: string | undefined
  onDeclined?: () => void
  onClose: () => void
}

export function DeclineDialog({ invitation, secret, onDeclined, onClose }: DeclineDialogProps) {
  const decline = useDecline()
  return (
    <Ask
      title="Decline the invitation?"
      action="Decline"
      keep="Not now"
      onClose={onClose}
      send={async () => {
        await decline({ invitation, secret })
        onDeclined?.()
      }}
    >
      <p>
        {invitation.organization.name} sees that you have declined. If you change your mind, you must be
        invited again.
      </p>
    </Ask>
  )
}
