/** Controls that use letters and arrows themselves. */
const typingSelector = [
  'input:not([type=checkbox], [type=radio], [type=button])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  '[role=menu]',
  '[role=dialog]',
  '[role=listbox]',
  'dialog',
].join()

/** Returns whether a key belongs to a field, menu or dialog, so that no shortcut must handle it. */
export function isTyping({ target, isComposing }: KeyboardEvent): boolean {
  return isComposing || isInModal() || (target instanceof Element && target.closest(typingSelector) !== null)
}

/** A click into a dialog can move the focus to the page behind it, which is inert. */
const isInModal = () => document.querySelector('dialog:modal') !== null

/** Fields that have no undo of their own. */
const withoutUndo = 'select, input[type=date]'

/** Returns whether Ctrl+Z belongs to a field or a dialog. */
export function hasOwnUndo(event: KeyboardEvent): boolean {
  const { target } = event
  return isTyping(event) && !(target instanceof Element && target.matches(withoutUndo) && !isInModal())
}

export function isPlainKey({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey
}
