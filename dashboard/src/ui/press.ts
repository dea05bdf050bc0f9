/*
 * If the page moves between the press of a mouse button and its release, the pointer is above another element then, and
 * the browser drops the click. So changes of the layout wait for the end of the press: those of a live update, and those
 * of a field that becomes smaller when the press takes its focus.
 */
const clickable = 'a, button, input, label, summary, [role=option], [role^=menuitem]'
let isPressed = false
const waiting: (() => void)[] = []

/** Runs a change of the layout: at the end of the current press, or immediately if nothing is pressed. */
export function afterPress(change: () => void): void {
  if (isPressed) waiting.push(change)
  else change()
}

/** Runs a change that could even remove the pressed element: after the click, or immediately if nothing is pressed. */
export function afterClick(change: () => void): void {
  if (isPressed) waiting.push(() => setTimeout(change))
  else change()
}

function isClickable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(clickable) !== null
}

function end(): void {
  isPressed = false
  for (const change of waiting.splice(0)) change()
}

// Browsers don't report the release of a scrollbar or of a list that has opened.
addEventListener('mousedown', ({ target }) => (isPressed = isClickable(target)), true)
// The browser has chosen the target of the click when it reports the release, and sends the click after the waiting
// changes, so that a button finds what was typed.
addEventListener('mouseup', end, true)
// A press that opens a menu, becomes a drag or ends in another window has no release.
for (const type of ['contextmenu', 'pointercancel', 'keydown']) addEventListener(type, end, true)
addEventListener('pointermove', ({ buttons }) => buttons === 0 && end(), true)
addEventListener('blur', ({ target }) => target === window && end(), true)
