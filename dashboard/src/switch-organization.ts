import { anyOrganization, call } from './client.ts'
import { meQuery } from './queries.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { storeOrganization, organizationLost, session } from './session.ts'
import { createStore } from './ui/store.ts'
import { toasts } from './ui/toasts.ts'

/** Counts the switches of this tab. Open panels don't belong in the next organization. */
export const organizationSwitches = createStore(0)

interface Destination {
  id: string
  sandbox: boolean
}

/** Switches to another organization after pending changes in this one are saved. */
export async function switchOrganization({ id, sandbox }: Destination): Promise<void> {
  await waitForChanges()
  // Other devices start there too, except in a sandbox. This browser switches even if the call fails.
  if (!sandbox) void call('organizations.switch', { organization: id }, anyOrganization).catch(() => {})
  storeOrganization(id)
}

/** Opens an organization that the user just joined or created. The server already switched the account. */
export function enterOrganization(id: string): void {
  storeOrganization(id)
  void router.navigate({ to: '/projects' })
}

/** Closes an organization that the user left or deleted, without the banner about lost access. */
export function forgetOrganization(): void {
  storeOrganization(null)
  organizationLost.set(false)
}

/** Clears cached data, toasts and pending changes when the organization changes. */
export function followChosenOrganization(): void {
  let last = session.get()
  session.subscribe(() => {
    const [before, now] = [last, session.get()]
    last = now
    if (before.organization === now.organization || before.token !== now.token || now.token === null) return
    // Detecting the current organization isn't a switch.
    const shown = queryClient.getQueryData(meQuery.queryKey)?.organization?.id
    if (before.organization === null && shown === now.organization) return
    // Queued changes would apply to items with the same number in the other organization.
    queryClient.getMutationCache().clear()
    toasts.set([])
    void queryClient.resetQueries()
    organizationSwitches.set(organizationSwitches.get() + 1)
    // Settings belong to the user and stay open.
    if (!router.state.location.pathname.startsWith('/settings')) void router.navigate({ to: '/projects' })
  })
}

function waitForChanges(): Promise<void> {
  if (queryClient.isMutating() === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = queryClient.getMutationCache().subscribe(() => {
      if (queryClient.isMutating() > 0) return
      unsubscribe()
      resolve()
    })
  })
}
