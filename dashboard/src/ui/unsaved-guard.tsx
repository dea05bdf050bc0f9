import { useBlocker } from '@tanstack/react-router'
import { Confirm } from './confirm.tsx'
import { texts } from './texts.ts'

/** Asks before unsaved changes are discarded by navigation or by closing the tab. */
export function UnsavedGuard({ changed }: { changed: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => changed && current.pathname !== next.pathname,
    enableBeforeUnload: changed,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Confirm
      title={texts.unsaved.title}
      text={texts.unsaved.text}
      action={texts.unsaved.discard}
      cancelLabel={texts.unsaved.keep}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
