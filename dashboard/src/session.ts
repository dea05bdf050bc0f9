import { deleteDrafts } from './ui/editor/draft-storage.ts'
import { createStore } from './ui/store.ts'

const tokenKey = 'baton.token'
const organizationKey = 'baton.organization'
/** The administrator's own session while they impersonate a user. */
const ownSessionKey = 'baton.own-session'

interface Session {
  token: string | null
  /** The organization selected in this browser or, without a selection, the one that this tab detected. */
  organization: string | null
  /** Whether an administrator impersonates a user in this browser. */
  impersonating: boolean
  /** Why the server ended the last session. Shown on the sign-in page. */
  endReason: string | null
}

/** The account's organization when this tab loaded. A switch on another device doesn't change it. */
let detectedOrganization: string | null = null

export const session = createStore<Session>({
  token: localStorage.getItem(tokenKey),
  organization: localStorage.getItem(organizationKey),
  impersonating: localStorage.getItem(ownSessionKey) !== null,
  endReason: null,
})

/** Whether the server requires a fresh sign-in for the last request. `SignInAgain` asks for it on any page. */
export const freshSignInNeeded = createStore(false)

/** Counts the requests rejected for a missing second factor. `Shell` then leads to its setup. */
export const secondFactorRejections = createStore(0)

/** Whether the user lost access to the selected organization. `LostAccessBanner` explains it. */
export const organizationLost = createStore(false)

export function startSession(token: string): void {
  localStorage.setItem(tokenKey, token)
  syncSession()
}

/** Acts as another user in every tab. `endSession` returns to the administrator's own session. */
export function startImpersonation(token: string): void {
  const own = { token: session.get().token, organization: localStorage.getItem(organizationKey) }
  localStorage.setItem(ownSessionKey, JSON.stringify(own))
  localStorage.removeItem(organizationKey)
  startSession(token)
}

/** Ends the session, or an impersonation. With a reason, keeps the selected organization and drafts, so that the user returns to them. */
export function endSession(endReason: string | null = null): void {
  if (session.get().impersonating) return restoreOwnSession()
  localStorage.removeItem(tokenKey)
  if (endReason === null) {
    localStorage.removeItem(organizationKey)
    deleteDrafts()
  }
  organizationLost.set(false)
  syncSession(endReason)
}

function restoreOwnSession(): void {
  const own = JSON.parse(localStorage.getItem(ownSessionKey) ?? '{}') as Partial<Session>
  localStorage.removeItem(ownSessionKey)
  setOrRemove(organizationKey, own.organization)
  setOrRemove(tokenKey, own.token)
  organizationLost.set(false)
  syncSession()
}

function setOrRemove(key: string, value: string | null | undefined): void {
  if (value) localStorage.setItem(key, value)
  else localStorage.removeItem(key)
}

/** Selects an organization in every tab, or with null the account's own one. */
export function storeOrganization(id: string | null): void {
  detectedOrganization = null
  if (id === null) localStorage.removeItem(organizationKey)
  else localStorage.setItem(organizationKey, id)
  syncSession()
}

/** Sets the account's organization, unless one is selected. */
export function findOrganization(id: string): void {
  if (session.get().organization !== null) return
  detectedOrganization = id
  syncSession()
}

/** Handles that the user lost access to the selected organization. */
export function loseOrganization(): void {
  organizationLost.set(true)
  storeOrganization(null)
}

/** Updates the session from local storage, which is authoritative. */
function syncSession(endReason: string | null = null): void {
  const token = localStorage.getItem(tokenKey)
  if (token !== session.get().token) detectedOrganization = null
  // Keeps the organization while pages close after a sign-out.
  const organization = token
    ? (localStorage.getItem(organizationKey) ?? detectedOrganization)
    : session.get().organization
  const impersonating = localStorage.getItem(ownSessionKey) !== null
  session.set({ token, organization, impersonating, endReason })
}

// Signing in, signing out and switching organizations apply to all tabs.
window.addEventListener('storage', ({ key }) => {
  if (key === tokenKey || key === organizationKey) syncSession()
})
