import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { join } from './answer.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import type { ReceivedInvitation } from './queries.ts'

/** For one of several: which organization they are about is part of their names. */
export function InvitationButtons({ invitation }: { invitation: ReceivedInvitation }) {
  const joining = useMutation({ mutationFn: join, onError: showProblem })
  const [asking, setAsking] = useState(false)
  const { name } = invitation.organization
  return (
    <div className="flex shrink-0 gap-2">
      <Button aria-label={`Decline to join ${name}`} onClick={() => setAsking(true)}>
        Decline
      </Button>
      <Button
        kind="primary"
        aria-label={`Join ${name}`}
        busy={joining.isPending}
        onClick={() => joining.mutate({ invitation })}
      >
        Join
      </Button>
      {asking && (
        <DeclineDialog
          invitation={invitation}
          onDeclined={() => showToast({ text: `You have declined to join ${name}.` })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
