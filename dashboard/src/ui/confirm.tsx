import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  title: string
  text: string
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** For the few things that cannot be undone. */
export function Confirm({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
