import type { ReactNode } from 'react'
import { useAction } from './action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormMessage } from './form-message.tsx'

interface AskProps {
  title: string
  /** What happens then. */
  children: ReactNode
  action: string
  /** Whether it does good: what ends something is red. */
  kind?: 'primary' | 'danger'
  /** What one says to leave it as it is. */
  keep?: string
  send: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something is done that may be refused: it stays open until that is done, and says why it is not. */
export function Ask({ title, children, action, kind = 'danger', keep = 'Cancel', send, onClose }: AskProps) {
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
          {keep}
        </Button>
        <Button kind={kind} busy={sending.busy} onClick={sending.run}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
