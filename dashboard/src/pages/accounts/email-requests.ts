import { call } from '../../client.ts'
import { storeDestination } from '../../destination.ts'
import { createSessionStore, createStore } from '../../ui/store.ts'

/** The email address typed last, so that the user doesn't retype it on the next sign-in page. */
export const typedAddress = createStore('')

interface RequestedCode {
  email: string
  /** Sent back with the code, which works only for the browser that requested it. */
  request: string
  sentAt: number
  expiresAt: number
}

/** The code and link that this tab requested and hasn't used yet. */
export const requestedCode = createSessionStore<RequestedCode | null>('baton.asked-code', null)
export const requestedLink = createSessionStore<{ email: string; sentAt: number } | null>(
  'baton.asked-link',
  null,
)

export async function requestCode(email: string): Promise<void> {
  const { request, expiresIn } = await call('otp.send', { email })
  const sentAt = Date.now()
  requestedCode.set({ email, request, sentAt, expiresAt: sentAt + expiresIn * 1000 })
}

export async function requestLink(email: string, to: string | undefined): Promise<void> {
  await call('magicLinks.send', { email })
  storeDestination(to)
  requestedLink.set({ email, sentAt: Date.now() })
}
