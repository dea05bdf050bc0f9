import { call } from './client.ts'
import { meQuery } from './queries.ts'
import { queryClient } from './query-client.ts'
import { session } from './session.ts'

const storageKey = 'baton.last-visit'
/** Well below the break after which the server starts a new visit. */
const intervalMs = 5 * 60_000
const activityEvents = ['pointerdown', 'keydown'] as const

/** Reports to the server that the person uses the dashboard, so that Home can show the activity since their last visit. */
export function followVisits(): void {
  session.subscribe(reportVisit)
  document.addEventListener('visibilitychange', reportVisit)
  for (const type of activityEvents)
    window.addEventListener(type, reportVisit, { passive: true, capture: true })
  // A reload detects the organization once the account is loaded, which may not change the session.
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey[0] === meQuery.queryKey[0]) reportVisit()
  })
}

function reportVisit(): void {
  const { token, impersonating } = session.get()
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (!token || impersonating || document.visibilityState === 'hidden') return
  if (!me?.organization || me.secondFactor.missing) return
  const visit = `${me.user.id} ${me.organization.id}`
  const last = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as { visit?: string; at?: number }
  if (last.visit === visit && Date.now() - (last.at ?? 0) < intervalMs) return
  localStorage.setItem(storageKey, JSON.stringify({ visit, at: Date.now() }))
  // A lost report only makes the next visit start earlier.
  void call('home.visit', {}, { organization: me.organization.id }).catch(() => {})
}
