import type { PointerEvent as ReactPointerEvent } from 'react'
import { type Target, cardListOf, cardsIn, columnsOf, keyOf, statusOf } from './shown-cards.ts'
import type { LiftControl } from './use-lift.ts'

/** How far a mouse moves before it drags; a finger that moves scrolls, and one that rests lifts. */
const fewPixels = 5
const restMilliseconds = 250
/** How near to an edge what is behind it comes into view, and how fast. */
const edge = 56
const speed = 14

interface Point {
  x: number
  y: number
}

/** Follows a pointer that was pressed on a card, until it is let go of. */
export function startDrag(event: ReactPointerEvent, board: HTMLElement, control: LiftControl): void {
  const pressed = event.target as HTMLElement
  const card = pressed.closest<HTMLElement>('[data-card][data-movable]')
  if (!card || event.button !== 0 || !event.isPrimary || control.now.current) return
  if (pressed.closest('button, input, select, textarea, [popover]')) return
  const { pointerId, pointerType } = event
  const start: Point = { x: event.clientX, y: event.clientY }
  const at = { ...start }
  const over = new AbortController()
  const { signal } = over
  const touched = pointerType === 'touch'
  let ghost: Ghost | undefined
  const rest = touched ? setTimeout(lift, restMilliseconds) : undefined

  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    heard: (event: WindowEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ) => window.addEventListener(type, heard, { ...options, signal })

  listen('pointermove', (moved) => {
    if (moved.pointerId !== pointerId) return
    Object.assign(at, { x: moved.clientX, y: moved.clientY })
    const far = Math.hypot(at.x - start.x, at.y - start.y) > fewPixels
    if (!ghost && far && touched) return end()
    if (!ghost && far) lift()
    ghost?.follow(at)
    aim()
  })
  listen('pointerup', (released) => {
    if (released.pointerId !== pointerId) return
    if (ghost) {
      ignoreNextClick()
      control.drop()
    }
    end()
  })
  listen('pointercancel', (lost) => lost.pointerId === pointerId && abandon())
  listen('blur', abandon)
  listen('keydown', escape, { capture: true })
  // Only a listener that may refuse keeps the browser from scrolling under a finger that drags.
  listen('touchmove', (touch) => ghost && touch.cancelable && touch.preventDefault(), { passive: false })
  // A finger that rests on a link would open the browser's menu for it.
  listen('contextmenu', (menu) => touched && menu.preventDefault())

  function lift(): void {
    if (!card!.isConnected) return end()
    ghost = makeGhost(card!, start)
    card!.setPointerCapture(pointerId)
    control.take(keyOf(card!), 'pointer', card!.offsetHeight)
    requestAnimationFrame(scrollAtEdges)
  }

  function aim(): void {
    const held = control.now.current
    if (!ghost || !held) return
    const target = targetAt(board, held.key, { x: at.x, y: ghost.middle() })
    if (target) control.aim(target)
  }

  function scrollAtEdges(): void {
    if (signal.aborted || !ghost) return
    if (scrolledNear(board, at)) aim()
    requestAnimationFrame(scrollAtEdges)
  }

  function escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !ghost) return
    event.preventDefault()
    event.stopPropagation()
    abandon()
  }

  function abandon(): void {
    control.cancel()
    end()
  }

  function end(): void {
    clearTimeout(rest)
    over.abort()
    ghost?.remove()
    ghost = undefined
  }
}

interface Ghost {
  follow(at: Point): void
  middle(): number
  remove(): void
}

/** What one sees below the pointer: a picture of the card. */
function makeGhost(card: HTMLElement, start: Point): Ghost {
  const { left, top, width } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  for (const part of ghost.querySelectorAll('[popover], button')) part.remove()
  for (const name of ['data-card', 'data-task', 'data-movable']) ghost.removeAttribute(name)
  ghost.ariaHidden = 'true'
  ghost.inert = true
  ghost.className = 'pointer-events-none fixed z-50 list-none drop-shadow-xl'
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, margin: '0' })
  document.body.append(ghost)
  return {
    follow: ({ x, y }) =>
      (ghost.style.transform = `translate(${x - start.x}px, ${y - start.y}px) rotate(1deg)`),
    middle() {
      const { top, bottom } = ghost.getBoundingClientRect()
      return (top + bottom) / 2
    },
    remove: () => ghost.remove(),
  }
}

function targetAt(board: HTMLElement, key: string, { x, y }: Point): Target | undefined {
  const nearest = columnsOf(board).toSorted((one, other) => distance(one, x) - distance(other, x))[0]
  if (!nearest) return undefined
  const next = cardsIn(nearest, key).find((card) => {
    const { top, bottom } = card.getBoundingClientRect()
    return (top + bottom) / 2 > y
  })
  return { status: statusOf(nearest), before: next ? keyOf(next) : null }
}

function distance(column: HTMLElement, x: number): number {
  const { left, right } = column.getBoundingClientRect()
  return Math.max(left - x, x - right, 0)
}

/** Whether something was scrolled, because the pointer is near its edge. */
function scrolledNear(board: HTMLElement, { x, y }: Point): boolean {
  const { left, right } = board.getBoundingClientRect()
  const sideways = pull(x, left, right)
  const column = columnsOf(board).find((each) => distance(each, x) === 0)
  const cards = column && cardListOf(column)
  const box = cards?.getBoundingClientRect()
  const downwards = box ? pull(y, box.top, box.bottom) : 0
  if (sideways) board.scrollLeft += sideways
  if (cards && downwards) cards.scrollTop += downwards
  return sideways !== 0 || downwards !== 0
}

/** The nearer to the edge, the faster. */
function pull(at: number, low: number, high: number): number {
  const near = Math.min(edge, (high - low) / 4)
  if (at < low + near) return -Math.ceil(speed * Math.min(1, (low + near - at) / near))
  if (at > high - near) return Math.ceil(speed * Math.min(1, (at - high + near) / near))
  return 0
}

/** Letting go of a card is no click on the link in it. */
function ignoreNextClick(): void {
  const over = new AbortController()
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal: over.signal },
  )
  setTimeout(() => over.abort(), 0)
}
