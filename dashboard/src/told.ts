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
type Told = Record<string, string | undefined>

const told = createKeptStore<Partial<Record<Page, Told>>>('baton.told', {})

/** What a link has told a page; nothing, if it was opened without one. */
export function useTold(page: Page): Told {
  return useStore(told)[page] ?? nothing
}

export function toldTo(page: Page): Told {
  return told.get()[page] ?? nothing
}

export function tell(page: Page, what: Told): void {
  told.set({ ...told.get(), [page]: what })
}

const nothing: Told = {}

function takeFragment(): void {
  const page = pages.find((path) => path === location.pathname)
  if (!page || location.hash.length < 2) return
  tell(page, Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
  history.replaceState(history.state, '', location.pathname + location.search)
}

// Before the router is made, and again when a link is opened in a tab that shows its page already.
takeFragment()
window.addEventListener('popstate', takeFragment)
