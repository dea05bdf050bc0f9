import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'

export interface PopoverProps {
  /** The name of the button, if its content has no text. */
  label?: string
  /** The content of the button. */
  button: ReactNode
  buttonClassName: string
  /** Classes of the panel, such as its width. */
  className?: string
  /** Menus handle keys themselves: see menu.tsx. */
  role?: 'menu'
  onOpen?: (panel: HTMLElement) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/**
 * A button with a panel. The browser closes the panel on Escape and on a click elsewhere. A click on a link or menu item
 * inside closes it too.
 */
export function Popover(props: PopoverProps) {
  const { label, button, buttonClassName, className = 'w-60', role, onOpen, onKeyDown, children } = props
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const side = useRef<Side>({ below: true, rightwards: true })
  useFollowButton(open, trigger, panel, side)
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
          // Called immediately, because the toggle event can arrive after the next key press.
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
          if (newState !== 'open') return
          side.current = roomierSide(trigger.current!)
          placeBeside(trigger.current!, panel.current!, side.current)
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

interface Side {
  /** Below the button, or above it. */
  below: boolean
  /** Aligned with the left edge of the button, or with its right edge. */
  rightwards: boolean
}

/** Returns the side of the button with more room. It is chosen once, so that an open panel doesn't jump. */
function roomierSide(button: HTMLElement): Side {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  return {
    below: (top + bottom) / 2 < window.innerHeight / 2,
    rightwards: (left + right) / 2 < document.documentElement.clientWidth / 2,
  }
}

function placeBeside(button: HTMLElement, panel: HTMLElement, { below, rightwards }: Side): void {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight]
  // On a phone the panel may be wider than the room on its side. Its width is 0 until it is shown.
  const furthest = width - edge - panel.offsetWidth
  const { style } = panel
  style.top = below ? `${bottom + 4}px` : 'auto'
  style.bottom = below ? 'auto' : `${height - top + 4}px`
  style.left = rightwards ? `${Math.min(left, furthest)}px` : 'auto'
  style.right = rightwards ? 'auto' : `${Math.min(width - right, furthest)}px`
}

const edge = 8

/**
 * Keeps an open panel beside its button while the page around it scrolls, grows or is refreshed by live updates. Closes the
 * panel only when the button is out of visibility.
 */
function useFollowButton(
  open: boolean,
  trigger: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  side: RefObject<Side>,
): void {
  useEffect(() => {
    const [button, shown] = [trigger.current, panel.current]
    if (!open || !button || !shown) return undefined
    let focused: Element | null = null
    // Starts with the next frame, because the event fires before the panel is open.
    let frame = requestAnimationFrame(() => follow())
    const follow = () => {
      if (!shown.matches(':popover-open')) reopen()
      if (shown.contains(document.activeElement)) focused = document.activeElement
      placeBeside(button, shown, side.current)
      frame = requestAnimationFrame(follow)
    }
    // When a list changes its order, React removes rows from the page and inserts them again. The browser then closes
    // their panels without an event.
    const reopen = () => {
      const before = focused as HTMLElement | null
      shown.showPopover()
      before?.focus()
    }
    const visibility = new IntersectionObserver((entries) => {
      if (!entries.at(-1)!.isIntersecting) shown.hidePopover()
    })
    visibility.observe(button)
    return () => {
      cancelAnimationFrame(frame)
      visibility.disconnect()
    }
  }, [open, trigger, panel, side])
}
