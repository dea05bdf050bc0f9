import { useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Entrance } from '../accounts/entrance.tsx'
import { join } from './answer.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { GoOn } from './go-on.tsx'
import { Named, Offer } from './offer.tsx'
import type { ReceivedInvitation } from './queries.ts'

interface ForMeProps {
  invitation: ReceivedInvitation
  secret: string
  onJoined: (organization: string) => void
}

/** Signed in with the address that was invited. */
export function InvitationForMe({ invitation, secret, onJoined }: ForMeProps) {
  const joining = useAction(() => join({ invitation, secret, onJoined }))
  const [state, setState] = useState<'open' | 'asking' | 'declined'>('open')
  const { name } = invitation.organization
  if (state === 'declined') return <Declined name={name} />
  return (
    <Entrance title={`Join ${name}`} text={<Offer invitation={invitation} />}>
      <FormMessage>{joining.message}</FormMessage>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => setState('asking')} className="tall">
          Decline
        </Button>
        <Button kind="primary" autoFocus busy={joining.busy} onClick={joining.run} className="tall">
          Join
        </Button>
      </div>
      <p className="text-muted wrap-anywhere">
        You are signed in as <Named>{invitation.email}</Named>. You stay in the organizations that you are in.
      </p>
      {state === 'asking' && (
        <DeclineDialog
          {...{ invitation, secret }}
          onDeclined={() => setState('declined')}
          onClose={() => setState((now) => (now === 'asking' ? 'open' : now))}
        />
      )}
    </Entrance>
  )
}

export function Declined({ name }: { name: string }) {
  return (
    <Entrance title="You have declined" text={`${name} sees that. Nothing else happens.`}>
      <GoOn />
    </Entrance>
  )
}
