import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { texts as shared } from '../texts.ts'

interface ConfirmProps {
  title: string
  text: string
  action: string
  /** The label of the button that cancels. */
  cancelLabel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that can't be undone. */
export function Confirm({
  title,
  text,
  action,
  cancelLabel = shared.cancel,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{cancelLabel}</Button>
        <Button kind="danger" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
