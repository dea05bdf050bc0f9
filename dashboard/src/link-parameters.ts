import { createKeptStore, useStore } from './ui/store.ts'

/*
 * Links lead here with something behind the #, which browsers send to no server: a secret, most often. It is taken out
 * of the address before anything else looks at it, so that it stays in no history and gets into no other address. This
 * tab remembers it until it is used: a phone may load the page anew while its person looks into their mail.
 */
const pages = [
  '/sign-in',
  '/sign-up',
  '/sign-in/finish',
  '/sign-in/link',
  '/reset-password',
  '/verify-email',
  '/device',
  '/invitation',
  '/settings/sign-in',
] as const

type Page = (typeof pages)[number]
type LinkParameters = Record<string, string | undefined>

const linkStore = createKeptStore<Partial<Record<Page, LinkParameters>>>('baton.told', {})

/** What a link has told a page; nothing, if it was opened without one. */
export function useLinkParameters(page: Page): LinkParameters {
  return useStore(linkStore)[page] ?? nothing
}

export function linkParameters(page: Page): LinkParameters {
  return linkStore.get()[page] ?? nothing
}

export function storeLinkParameters(page: Page, what: LinkParameters): void {
  linkStore.set({ ...linkStore.get(), [page]: what })
}

const nothing: LinkParameters = {}

function takeFragment(): void {
  const page = pages.find((path) => path === location.pathname)
  if (!page || location.hash.length < 2) return
  storeLinkParameters(page, Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
  history.replaceState(history.state, '', location.pathname + location.search)
}

// Before the router is made, and again when a link is opened in a tab that shows its page already.
takeFragment()
window.addEventListener('popstate', takeFragment)
