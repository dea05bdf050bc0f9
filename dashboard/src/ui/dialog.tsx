import { XIcon } from 'lucide-react'
import { type ReactNode, type RefObject, createContext, use, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { texts } from './texts.ts'

interface DialogProps {
  title: string
  /** Whether it has the width of a form with two columns. */
  wide?: boolean
  onClose: () => void
  children: ReactNode
}

/** The browser's dialog, which traps the focus, closes on Escape and returns the focus. */
export function Dialog({ title, wide = false, onClose, children }: DialogProps) {
  const titleId = useId()
  return (
    <ModalFrame
      labelledBy={titleId}
      onClose={onClose}
      className={`m-auto rounded-xl border bg-raised p-0 text-ink shadow-2xl ${wide ? 'w-[min(44rem,calc(100vw-1.5rem))]' : 'w-[min(30rem,calc(100vw-1.5rem))]'}`}
    >
      <div className="flex items-center justify-between border-b py-2.5 pr-2.5 pl-5">
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        <IconButton label={texts.close} onClick={onClose}>
          <XIcon />
        </IconButton>
      </div>
      <div className="p-5">{children}</div>
    </ModalFrame>
  )
}

const DialogContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

/** Returns the dialog around a component. Its menus render there, because the page is inert and behind the dialog. */
export const usePortalContainer = () => use(DialogContext)

interface ModalFrameProps {
  labelledBy?: string
  label?: string
  className: string
  onClose: () => void
  children: ReactNode
}

export function ModalFrame({ labelledBy, label, className, onClose, children }: ModalFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Focuses the element with `data-first`, or the first field. Closes the dialog while it is still in the page, because
  // the browser only returns the focus then.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first], input, textarea')?.focus()
    return () => element?.close()
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
        // A click on the backdrop targets the dialog itself.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <DialogContext value={dialog}>{children}</DialogContext>
    </dialog>
  )
}
