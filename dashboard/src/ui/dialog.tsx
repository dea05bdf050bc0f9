import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** The browser's own dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId()
  return (
    <ModalFrame
      labelledBy={titleId}
      onClose={onClose}
      className="m-auto w-[min(30rem,calc(100vw-1.5rem))] rounded-xl border bg-raised p-0 text-ink shadow-2xl"
    >
      <div className="flex items-center justify-between border-b py-2.5 pr-2.5 pl-5">
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className="p-5">{children}</div>
    </ModalFrame>
  )
}

interface ModalFrameProps {
  labelledBy?: string
  label?: string
  className: string
  onClose: () => void
  children: ReactNode
}

export function ModalFrame({ labelledBy, label, className, onClose, children }: ModalFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The focus is where `data-first` says, or in the first field.
  // Before the next paint, and closed while it is still in the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('[data-first], input, textarea')?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      aria-label={label}
      className={className}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        // Only the backdrop is the dialog itself; all else is inside of it.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
