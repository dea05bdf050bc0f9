import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import type { ReceivedInvitation } from './queries.ts'
import { join } from './respond.ts'
import { texts } from './texts.ts'

/** Buttons whose accessible names contain the organization, because a page can list several invitations. */
export function InvitationButtons({ invitation }: { invitation: ReceivedInvitation }) {
  const joining = useMutation({ mutationFn: join, onError: showProblem })
  const [isDeclining, setDeclining] = useState(false)
  const labels = texts.invitationButtons
  const { name } = invitation.organization
  return (
    <div className="flex shrink-0 gap-2">
      <Button aria-label={labels.declineLabel(name)} onClick={() => setDeclining(true)}>
        {labels.decline}
      </Button>
      <Button
        kind="primary"
        aria-label={labels.joinLabel(name)}
        busy={joining.isPending}
        onClick={() => joining.mutate({ invitation })}
      >
        {labels.join}
      </Button>
      {isDeclining && (
        <DeclineDialog
          invitation={invitation}
          onDeclined={() => showToast({ text: labels.declined(name) })}
          onClose={() => setDeclining(false)}
        />
      )}
    </div>
  )
}
