import { anyOrganization, call } from '../../client.ts'
import { enterOrganization } from '../../switch-organization.ts'
import { storeLinkParameters } from '../../link-parameters.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { ReceivedInvitation } from './queries.ts'
import { texts } from './texts.ts'

interface Response {
  invitation: ReceivedInvitation
  /** From the link in the email, if the user followed it. */
  secret?: string | undefined
}

interface Acceptance extends Response {
  /** Called before the page changes. */
  onJoined?: (organization: string) => void
}

/** Accepts the invitation and switches to the organization. */
export async function join({ invitation, secret, onJoined }: Acceptance): Promise<void> {
  const { organization } = await call('invitations.accept', input(invitation, secret), anyOrganization)
  onJoined?.(organization.name)
  storeLinkParameters('/invitation', {})
  enterOrganization(organization.id)
  showToast({ text: texts.joined(organization.name) })
}

export function useDecline() {
  return async ({ invitation, secret }: Response) => {
    await write('invitations.decline', input(invitation, secret), anyOrganization)
  }
}

const input = ({ id }: ReceivedInvitation, secret: string | undefined) => ({
  invitation: id,
  ...(secret !== undefined && { token: secret }),
})
