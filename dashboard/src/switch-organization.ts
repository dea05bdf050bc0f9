import { anyOrganization, call } from './client.ts'
import { meQuery } from './queries.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { storeOrganization, organizationLost, session } from './session.ts'
import { createStore } from './ui/store.ts'
import { toasts } from './ui/toasts.ts'

/** Counts how often this tab has gone to another organization: what is open has no place in the next. */
export const moves = createStore(0)

interface Destination {
  id: string
  sandbox: boolean
}

/** Goes to another organization, once what was changed in this one has arrived there. */
export async function switchOrganization({ id, sandbox }: Destination): Promise<void> {
  await changesSettled()
  // From now on other devices begin there, too. This browser goes there in any case; nobody begins in a sandbox.
  if (!sandbox) void call('organizations.switch', { organization: id }, anyOrganization).catch(() => {})
  storeOrganization(id)
}

/** Goes where the person has just come in: the server has noted already that they work there. */
export function enterOrganization(id: string): void {
  storeOrganization(id)
  void router.navigate({ to: '/projects' })
}

/** The person has left the present one, or deleted it: that it is gone is no news to them. */
export function forgetOrganization(): void {
  storeOrganization(null)
  organizationLost.set(false)
}

/** What is known, shown and offered to be undone is of the organization that was left. */
export function followChosenOrganization(): void {
  let last = session.get()
  session.subscribe(() => {
    const [before, now] = [last, session.get()]
    last = now
    if (before.organization === now.organization || before.token !== now.token || now.token === null) return
    // That the tab has found out where it is takes it nowhere.
    const shown = queryClient.getQueryData(meQuery.queryKey)?.organization?.id
    if (before.organization === null && shown === now.organization) return
    // Changes that still wait for their turn would be made to whatever has the same number over there.
    queryClient.getMutationCache().clear()
    toasts.set([])
    void queryClient.resetQueries()
    moves.set(moves.get() + 1)
    // What concerns the person alone stays open.
    if (!router.state.location.pathname.startsWith('/settings')) void router.navigate({ to: '/projects' })
  })
}

function changesSettled(): Promise<void> {
  if (queryClient.isMutating() === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const forget = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating() > 0) return
      forget()
      resolve()
    })
  })
}
