/*
 * A press moves the focus when it begins, and the click follows when it ends. If a part of the page shrinks when it
 * loses the focus, everything below it moves away under the pointer, and the browser drops the click.
 */
let isPressed = false
const waiting: (() => void)[] = []

/** Runs a change of the layout: after the click of the current press, or immediately if nothing is pressed. */
export function afterPress(change: () => void): void {
  if (isPressed) waiting.push(change)
  else change()
}

// A tap of a finger moves the focus with its mouse events, which follow its pointer events.
for (const type of ['pointerdown', 'mousedown']) addEventListener(type, begin, true)
// A press that opens a context menu or starts a drag has no other end.
for (const type of ['pointerup', 'mouseup', 'pointercancel', 'contextmenu']) addEventListener(type, end, true)

function begin(): void {
  isPressed = true
}

function end(): void {
  isPressed = false
  // The click comes within the same task.
  setTimeout(() => {
    for (const change of waiting.splice(0)) change()
  })
}
