import type { ReactNode } from 'react'
import { useAction } from './action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormMessage } from './form-message.tsx'
import { texts as shared } from '../texts.ts'

interface AsyncConfirmProps {
  title: string
  /** The consequence. */
  children: ReactNode
  action: string
  /** Danger, which is red, is the default. */
  kind?: 'primary' | 'danger'
  /** The label of the button that cancels. */
  cancelLabel?: string
  send: () => Promise<unknown>
  onClose: () => void
}

/** Asks before an action that the server can reject. Stays open until it succeeds, and shows the rejection. */
export function AsyncConfirm({
  title,
  children,
  action,
  kind = 'danger',
  cancelLabel = shared.cancel,
  send,
  onClose,
}: AsyncConfirmProps) {
  const sending = useAction(async () => {
    await send()
    onClose()
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-3">
        {children}
        <FormMessage>{sending.message}</FormMessage>
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button data-first onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button kind={kind} busy={sending.busy} onClick={sending.run}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
