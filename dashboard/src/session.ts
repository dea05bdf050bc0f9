import { createStore } from './ui/store.ts'

const place = 'baton.token'
const organizationPlace = 'baton.organization'
const visited = 'baton.visited'

interface Session {
  token: string | null
  /** The id of the organization that was chosen in this browser or, without a choice, that this tab has found itself in. */
  organization: string | null
  /** Why the server ended the last one, for the sign-in page. */
  farewell: string | null
}

/** Where the account worked when this tab looked. It stays there, wherever the account goes on another device. */
let found: string | null = null

export const session = createStore<Session>({
  token: localStorage.getItem(place),
  organization: localStorage.getItem(organizationPlace),
  farewell: null,
})

/** Whether the server wants a fresh sign-in for what was just tried. `SignInAgain` asks for it, wherever it happens. */
export const freshSignInNeeded = createStore(false)

/** Counts what the server has rejected because the account lacks a second factor. `Shell` then leads to set one up. */
export const secondFactorRejections = createStore(0)

/** Whether the chosen organization was lost meanwhile. `LostBanner` says so. */
export const organizationLost = createStore(false)

export function startSession(token: string): void {
  localStorage.setItem(place, token)
  takeOver()
}

/** Whoever signs out leaves no choice behind. Whoever was signed out, and is told why, comes back to where they were. */
export function endSession(farewell: string | null = null): void {
  localStorage.removeItem(place)
  if (farewell === null) localStorage.removeItem(organizationPlace)
  localStorage.setItem(visited, 'true')
  organizationLost.set(false)
  takeOver(farewell)
}

/** Works in this organization from now on, in every tab; or, with none, in the one that the account has. */
export function storeOrganization(id: string | null): void {
  found = null
  if (id === null) localStorage.removeItem(organizationPlace)
  else localStorage.setItem(organizationPlace, id)
  takeOver()
}

/** Without a choice, the account says where it works. */
export function findOrganization(id: string): void {
  if (session.get().organization !== null) return
  found = id
  takeOver()
}

/** The server no longer knows the person in the chosen organization. */
export function loseOrganization(): void {
  organizationLost.set(true)
  storeOrganization(null)
}

/** Whoever was never signed in here most likely has no account yet. */
export function isFirstVisit(): boolean {
  return localStorage.getItem(visited) === null
}

/** What the browser keeps is what holds. */
function takeOver(farewell: string | null = null): void {
  const token = localStorage.getItem(place)
  if (token !== session.get().token) found = null
  // Pages that are about to go should not turn to another organization first.
  const organization = token ? (localStorage.getItem(organizationPlace) ?? found) : session.get().organization
  session.set({ token, organization, farewell })
}

// Signing in or out in one tab holds for all of them; so does going to another organization.
window.addEventListener('storage', ({ key }) => {
  if (key === place || key === organizationPlace) takeOver()
})
