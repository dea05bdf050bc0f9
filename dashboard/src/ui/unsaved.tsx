import { useBlocker } from '@tanstack/react-router'
import { Confirm } from './confirm.tsx'

/** Asks before what was written and not saved is left behind: within the app, and when the tab is closed. */
export function UnsavedGuard({ changed }: { changed: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => changed && current.pathname !== next.pathname,
    enableBeforeUnload: changed,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Confirm
      title="Leave without saving?"
      text="What you have written here is not saved yet."
      action="Leave it behind"
      keep="Stay here"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
