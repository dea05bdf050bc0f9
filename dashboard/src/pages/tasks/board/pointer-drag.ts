import type { PointerEvent as ReactPointerEvent } from 'react'
import { type Target, cardListOf, cardsIn, columnsOf, keyOf, statusOf } from './shown-cards.ts'
import type { LiftControl } from './use-lift.ts'

/** A mouse drags after this distance. A finger scrolls when it moves, and drags after a long press. */
const dragThresholdPx = 5
const longPressMs = 250
/** Distance from an edge at which scrolling starts, and pixels per frame right at the edge. */
const edgePx = 56
const maxScrollPx = 14

interface Point {
  x: number
  y: number
}

/** Follows a pointer from a press on a card until its release. */
export function startDrag(event: ReactPointerEvent, board: HTMLElement, control: LiftControl): void {
  const target = event.target as HTMLElement
  const card = target.closest<HTMLElement>('[data-card][data-movable]')
  if (!card || event.button !== 0 || !event.isPrimary || control.now.current) return
  if (target.closest('button, input, select, textarea')) return
  const { pointerId, pointerType } = event
  const start: Point = { x: event.clientX, y: event.clientY }
  const at = { ...start }
  const controller = new AbortController()
  const { signal } = controller
  const isTouch = pointerType === 'touch'
  let ghost: Ghost | undefined
  const longPressTimer = isTouch ? setTimeout(lift, longPressMs) : undefined

  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ) => window.addEventListener(type, listener, { ...options, signal })

  listen('pointermove', (moved) => {
    if (moved.pointerId !== pointerId) return
    Object.assign(at, { x: moved.clientX, y: moved.clientY })
    const hasMoved = Math.hypot(at.x - start.x, at.y - start.y) > dragThresholdPx
    if (!ghost && hasMoved && isTouch) return end()
    if (!ghost && hasMoved) lift()
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
  listen('pointercancel', (lost) => lost.pointerId === pointerId && cancel())
  listen('blur', cancel)
  listen('keydown', escape, { capture: true })
  // Only a non-passive listener can keep the browser from scrolling during a touch drag.
  listen('touchmove', (touch) => ghost && touch.cancelable && touch.preventDefault(), { passive: false })
  // A long press on a link would open the browser's context menu.
  listen('contextmenu', (menu) => isTouch && menu.preventDefault())

  function lift(): void {
    if (!card!.isConnected) return end()
    ghost = createGhost(card!, start)
    card!.setPointerCapture(pointerId)
    control.start(keyOf(card!), 'pointer', card!.offsetHeight)
    requestAnimationFrame(scrollAtEdges)
  }

  function aim(): void {
    const lifted = control.now.current
    if (!ghost || !lifted) return
    const target = targetAt(board, lifted.key, { x: at.x, y: ghost.middle() })
    if (target) control.aim(target)
  }

  function scrollAtEdges(): void {
    if (signal.aborted || !ghost) return
    if (scrollNearEdge(board, at)) aim()
    requestAnimationFrame(scrollAtEdges)
  }

  function escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !ghost) return
    event.preventDefault()
    event.stopPropagation()
    cancel()
  }

  function cancel(): void {
    control.cancel()
    end()
  }

  function end(): void {
    clearTimeout(longPressTimer)
    controller.abort()
    ghost?.remove()
    ghost = undefined
  }
}

interface Ghost {
  follow(at: Point): void
  middle(): number
  remove(): void
}

/** Creates the copy of the card that follows the pointer. */
function createGhost(card: HTMLElement, start: Point): Ghost {
  const { left, top, width } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  for (const part of ghost.querySelectorAll('button')) part.remove()
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

/** Scrolls the board or a column if the pointer is near its edge. Returns whether it scrolled. */
function scrollNearEdge(board: HTMLElement, { x, y }: Point): boolean {
  const { left, right } = board.getBoundingClientRect()
  const horizontal = scrollStep(x, left, right)
  const column = columnsOf(board).find((each) => distance(each, x) === 0)
  const cards = column && cardListOf(column)
  const box = cards?.getBoundingClientRect()
  const vertical = box ? scrollStep(y, box.top, box.bottom) : 0
  if (horizontal) board.scrollLeft += horizontal
  if (cards && vertical) cards.scrollTop += vertical
  return horizontal !== 0 || vertical !== 0
}

/** Returns the scroll distance for a pointer position: larger closer to the edge. */
function scrollStep(at: number, low: number, high: number): number {
  const near = Math.min(edgePx, (high - low) / 4)
  if (at < low + near) return -Math.ceil(maxScrollPx * Math.min(1, (low + near - at) / near))
  if (at > high - near) return Math.ceil(maxScrollPx * Math.min(1, (at - high + near) / near))
  return 0
}

/** Suppresses the click that follows a drop, which would open the card. */
function ignoreNextClick(): void {
  const controller = new AbortController()
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal: controller.signal },
  )
  setTimeout(() => controller.abort(), 0)
}
