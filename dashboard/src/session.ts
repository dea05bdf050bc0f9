import { createStore } from './ui/store.ts'

const place = 'baton.token'
const visited = 'baton.visited'

interface Session {
  token: string | null
  /** Why the server ended the last one, for the sign-in page. */
  farewell: string | null
}

export const session = createStore<Session>({ token: localStorage.getItem(place), farewell: null })

/** Whether the server wants a fresh sign-in for what was just tried. `SignInAgain` asks for it, wherever it happens. */
export const freshSignInNeeded = createStore(false)

export function startSession(token: string): void {
  localStorage.setItem(place, token)
  session.set({ token, farewell: null })
}

export function endSession(farewell: string | null = null): void {
  localStorage.removeItem(place)
  localStorage.setItem(visited, 'true')
  session.set({ token: null, farewell })
}

/** Whoever was never signed in here most likely has no account yet. */
export function isFirstVisit(): boolean {
  return localStorage.getItem(visited) === null
}

// Signing in or out in one tab holds for all of them.
window.addEventListener('storage', (event) => {
  if (event.key === place) session.set({ token: event.newValue, farewell: null })
})
