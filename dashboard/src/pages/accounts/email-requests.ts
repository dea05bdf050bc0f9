import { call } from '../../client.ts'
import { storeDestination } from '../../destination.ts'
import { createKeptStore, createStore } from '../../ui/store.ts'

/** What was typed as an address last, so that nobody types it twice on their way in. */
export const typedAddress = createStore('')

interface AskedCode {
  email: string
  /** What the server wants back with the code: it works for whoever asked for it alone. */
  request: string
  sentAt: number
  expiresAt: number
}

/** What was asked for in this tab and has not been used yet. */
export const askedCode = createKeptStore<AskedCode | null>('baton.asked-code', null)
export const askedLink = createKeptStore<{ email: string; sentAt: number } | null>('baton.asked-link', null)

export async function requestCode(email: string): Promise<void> {
  const { request, expiresIn } = await call('otp.send', { email })
  const sentAt = Date.now()
  askedCode.set({ email, request, sentAt, expiresAt: sentAt + expiresIn * 1000 })
}

export async function requestLink(email: string, to: string | undefined): Promise<void> {
  await call('magicLinks.send', { email })
  storeDestination(to)
  askedLink.set({ email, sentAt: Date.now() })
}
