import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { keepOrganization, session } from './session.ts'
import { toasts } from './ui/toasts.ts'

/** Goes to another organization, once what was changed in this one has arrived there. */
export async function switchOrganization(id: string): Promise<void> {
  await changesSettled()
  keepOrganization(id)
}

/** What is known, shown and offered to be undone is of the organization that was left. */
export function followChosenOrganization(): void {
  let last = session.get()
  session.subscribe(() => {
    const [before, now] = [last, session.get()]
    last = now
    if (before.organization === now.organization || before.token !== now.token || now.token === null) return
    // Changes that still wait for their turn would be made to whatever has the same number over there.
    queryClient.getMutationCache().clear()
    toasts.set([])
    void queryClient.resetQueries()
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
