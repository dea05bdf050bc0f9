/*
 * Where somebody wanted to go before they signed in.
 */

/** A path of this site, or nothing: never an address that somebody else put into a link. */
export function ownPath(asked: unknown): string | undefined {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, location.origin))
    return undefined
  const { origin, pathname, search, hash } = new URL(asked, location.origin)
  // "/.//elsewhere" has become "//elsewhere", and that is another host.
  if (origin !== location.origin || pathname.startsWith('//')) return undefined
  return pathname + search + hash
}

const place = 'baton.destination'
const minutes = 30

/** Kept for the tab that a link from a mail will open in this browser, for as long as such a link works. */
export function storeDestination(to: string | undefined): void {
  if (to === undefined) localStorage.removeItem(place)
  else localStorage.setItem(place, JSON.stringify({ to, until: Date.now() + minutes * 60_000 }))
}

export function keptDestination(): string | undefined {
  const { to, until } = JSON.parse(localStorage.getItem(place) ?? '{}') as { to?: string; until?: number }
  return until !== undefined && Date.now() < until ? ownPath(to) : undefined
}
