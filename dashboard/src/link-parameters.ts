import { createSessionStore, useStore } from './ui/store.ts'

/*
 * Links carry parameters, mostly secrets, in the fragment, which browsers don't send to servers. They are removed from
 * the URL before other code reads it, so that they stay out of the history and of other URLs. The tab stores them until
 * they are used, because phones may reload the page while the user switches to their email.
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
  '/settings/code-host',
] as const

type Page = (typeof pages)[number]
type LinkParameters = Record<string, string | undefined>

const linkStore = createSessionStore<Partial<Record<Page, LinkParameters>>>('baton.link-parameters', {})

/** Returns the parameters of the link that opened the page, or none. */
export function useLinkParameters(page: Page): LinkParameters {
  return useStore(linkStore)[page] ?? noParameters
}

export function linkParameters(page: Page): LinkParameters {
  return linkStore.get()[page] ?? noParameters
}

export function storeLinkParameters(page: Page, parameters: LinkParameters): void {
  linkStore.set({ ...linkStore.get(), [page]: parameters })
}

const noParameters: LinkParameters = {}

function consumeFragment(): void {
  const page = pages.find((path) => path === location.pathname)
  if (!page || location.hash.length < 2) return
  storeLinkParameters(page, Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
  history.replaceState(history.state, '', location.pathname + location.search)
}

// Runs before the router is created, and again if a link opens in a tab that already shows its page.
consumeFragment()
window.addEventListener('popstate', consumeFragment)
