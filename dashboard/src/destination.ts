/*
 * The page that a user wanted to open before they signed in.
 */

/** Returns a path on this site, or undefined for the URL of another site, which a crafted link could contain. */
export function ownPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, location.origin))
    return undefined
  const { origin, pathname, search, hash } = new URL(path, location.origin)
  // "/.//elsewhere" was normalized to "//elsewhere", which is another host.
  if (origin !== location.origin || pathname.startsWith('//')) return undefined
  return pathname + search + hash
}

const storageKey = 'baton.destination'
const validMinutes = 30

/** Stores the destination for the tab that an email link opens, for as long as such a link works. */
export function storeDestination(to: string | undefined): void {
  if (to === undefined) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, JSON.stringify({ to, until: Date.now() + validMinutes * 60_000 }))
}

export function storedDestination(): string | undefined {
  const { to, until } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as {
    to?: string
    until?: number
  }
  return until !== undefined && Date.now() < until ? ownPath(to) : undefined
}
