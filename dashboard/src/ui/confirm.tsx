import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  title: string
  text: string
  action: string
  /** What one says to leave it as it is. */
  keep?: string
  onConfirm: () => void
  onClose: () => void
}

/** For the few things that cannot be undone. */
export function Confirm({ title, text, action, keep = 'Keep it', onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{keep}</Button>
        <Button kind="danger" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
