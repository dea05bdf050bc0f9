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
  return isComposing || (target instanceof Element && target.closest(typingSelector) !== null)
}

export function isPlainKey({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey
}
