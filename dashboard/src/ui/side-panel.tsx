import { Trash2Icon, XIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './button.tsx'

interface SidePanelProps {
  label: string
  /** The title and buttons at the top. */
  header: ReactNode
  deleteLabel?: string
  /** Deletes the item after the panel has closed. Undefined if the user can't delete it. */
  onDelete?: (() => void) | undefined
  closeLabel: string
  /** Whether Escape does not close it, because it closes something else. */
  keepsEscape?: boolean
  onClose: () => void
  children: ReactNode
}

/** An item beside the list. On phones it covers the page. Receives the focus when it opens. */
export function SidePanel(props: SidePanelProps) {
  const { label, header, deleteLabel = '', onDelete, closeLabel, keepsEscape, onClose, children } = props
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => event.key === 'Escape' && !keepsEscape && onClose()}
      className="fixed inset-0 z-30 flex flex-col overflow-y-auto bg-surface outline-none lg:static lg:h-full"
    >
      <div className="sticky top-0 z-10 flex h-11 shrink-0 items-center gap-1 border-b bg-surface pr-2.5 pl-5">
        {header}
        {onDelete && (
          <IconButton
            label={deleteLabel}
            onClick={() => {
              onClose()
              onDelete()
            }}
          >
            <Trash2Icon />
          </IconButton>
        )}
        <IconButton label={closeLabel} onClick={onClose}>
          <XIcon />
        </IconButton>
      </div>
      {children}
    </section>
  )
}
