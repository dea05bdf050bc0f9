import type { KeyboardEvent } from 'react'

/**
 * Returns whether the user pressed Enter before the list of a field highlighted an option. A list does that a moment after
 * the text changes, and not for text that was typed before the list was loaded. Fields then choose the first match.
 */
export function isEnterWithoutHighlight(event: KeyboardEvent<HTMLInputElement>): boolean {
  const { key, currentTarget, nativeEvent } = event
  return key === 'Enter' && !nativeEvent.isComposing && !currentTarget.hasAttribute('aria-activedescendant')
}
