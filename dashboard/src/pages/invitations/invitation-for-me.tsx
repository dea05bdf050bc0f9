import { useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Entrance } from '../accounts/entrance.tsx'
import { ContinueLink } from './continue-link.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { Offer } from './offer.tsx'
import type { ReceivedInvitation } from './queries.ts'
import { join } from './respond.ts'
import { texts } from './texts.ts'

interface InvitationForMeProps {
  invitation: ReceivedInvitation
  secret: string
  onJoined: (organization: string) => void
}

/** For a user who is signed in with the invited address. */
export function InvitationForMe({ invitation, secret, onJoined }: InvitationForMeProps) {
  const joining = useAction(() => join({ invitation, secret, onJoined }))
  const [state, setState] = useState<'open' | 'declining' | 'declined'>('open')
  const { name } = invitation.organization
  const labels = texts.invitationForMe
  if (state === 'declined') return <Declined name={name} />
  return (
    <Entrance title={labels.title(name)} text={<Offer invitation={invitation} />}>
      <FormMessage>{joining.message}</FormMessage>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => setState('declining')} className="tall">
          {labels.decline}
        </Button>
        <Button kind="primary" autoFocus busy={joining.busy} onClick={joining.run} className="tall">
          {labels.join}
        </Button>
      </div>
      <p className="text-muted wrap-anywhere">{labels.signedInAs(invitation.email)}</p>
      {state === 'declining' && (
        <DeclineDialog
          {...{ invitation, secret }}
          onDeclined={() => setState('declined')}
          onClose={() => setState((now) => (now === 'declining' ? 'open' : now))}
        />
      )}
    </Entrance>
  )
}

export function Declined({ name }: { name: string }) {
  const { title, text } = texts.invitationForMe.declined
  return (
    <Entrance title={title} text={text(name)}>
      <ContinueLink />
    </Entrance>
  )
}
