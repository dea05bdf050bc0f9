import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'

export interface PopoverProps {
  /** What the button is called, where what is in it does not say so. */
  label?: string
  /** What one sees of the button. */
  button: ReactNode
  buttonClassName: string
  /** Mostly how wide it is. */
  className?: string
  /** A menu has keys of its own: see menu.tsx. */
  role?: 'menu'
  onOpen?: (panel: HTMLElement) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/**
 * A button, and what it opens beside it. The browser closes it on Escape and on a click elsewhere; a link that is followed
 * or an item that is chosen does, too.
 */
export function Popover(props: PopoverProps) {
  const { label, button, buttonClassName, className = 'w-60', role, onOpen, onKeyDown, children } = props
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useCloseWhenMoved(open, panel)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={label}
        aria-haspopup={role}
        aria-expanded={open}
        onKeyDown={(event) => {
          if (role !== 'menu' || event.key !== 'ArrowDown') return
          event.preventDefault()
          panel.current?.showPopover()
          // At once: the browser tells of the opening a moment later, and the next key may be faster.
          onOpen?.(panel.current!)
        }}
        className={buttonClassName}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={role && label}
        onBeforeToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'open') placeBeside(trigger.current!, panel.current!)
        }}
        onToggle={({ newState }) => {
          if (newState === 'open' && !panel.current!.contains(document.activeElement))
            onOpen?.(panel.current!)
        }}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const chosen = (target as HTMLElement).closest('a, [role^=menuitem]:not([aria-disabled=true])')
          if (chosen) panel.current?.hidePopover()
        }}
        className={`fixed inset-auto m-0 max-h-[min(28rem,calc(100dvh-1rem))] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border bg-raised p-1 text-ink shadow-xl ${className}`}
      >
        {children}
      </div>
    </>
  )
}

/** Where there is more room: below the button or above it, from its left edge or to its right one. */
function placeBeside(button: HTMLElement, panel: HTMLElement): void {
  const { style } = panel
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight]
  const below = (top + bottom) / 2 < height / 2
  const rightwards = (left + right) / 2 < width / 2
  style.top = below ? `${bottom + 4}px` : 'auto'
  style.bottom = below ? 'auto' : `${height - top + 4}px`
  style.left = rightwards ? `${left}px` : 'auto'
  style.right = rightwards ? 'auto' : `${width - right}px`
  // How wide it is shows when it is open: on a phone that may be too much for its place, before it is painted there.
  requestAnimationFrame(() => {
    const shown = panel.getBoundingClientRect()
    if (rightwards && shown.right > width - edge) style.left = `${left - (shown.right - width + edge)}px`
    if (!rightwards && shown.left < edge) style.right = `${width - right - (edge - shown.left)}px`
  })
}

const edge = 8

/** What it stands beside has gone from there. */
function useCloseWhenMoved(open: boolean, panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return undefined
    const ended = new AbortController()
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && panel.current?.contains(target))) panel.current?.hidePopover()
    }
    window.addEventListener('scroll', close, { capture: true, signal: ended.signal })
    window.addEventListener('resize', close, { signal: ended.signal })
    return () => ended.abort()
  }, [open, panel])
}
