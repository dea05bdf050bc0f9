import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { session } from './session.ts'
import { organizationSwitches } from './switch-organization.ts'
import { texts } from './texts.ts'
import { showToast, toasts } from './ui/toasts.ts'

/** Opens the other account in every tab when an impersonation starts, and the own one when it ends. */
export function followImpersonation(): void {
  let last = session.get()
  session.subscribe(() => {
    const [before, now] = [last, session.get()]
    last = now
    if (before.impersonating === now.impersonating || now.token === null) return
    // Queued changes belong to the other account.
    queryClient.getMutationCache().clear()
    toasts.set([])
    organizationSwitches.set(organizationSwitches.get() + 1)
    void router.navigate({ to: now.impersonating ? '/projects' : '/admin/people' })
    if (!now.impersonating) showToast({ text: texts.impersonationEnded })
  })
}
