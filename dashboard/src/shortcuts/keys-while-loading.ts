import { useEffectEvent, useLayoutEffect, useState } from 'react'

/** The keys that were pressed before a dialog was loaded. */
export interface TypedKeys {
  /** Ends the collection and returns the keys. The dialog calls it once its field has the focus. */
  take: () => string[]
}

const keptKeys = ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp']

/**
 * Collects the keys that a user presses while a dialog loads. Without it, they would get lost or trigger shortcuts of the
 * page behind the dialog.
 */
export function useKeysWhileLoading(isOpen: boolean, onEscape: () => void): TypedKeys {
  const [collector] = useState(createCollector)
  const escape = useEffectEvent(onEscape)
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    collector.start(() => escape())
    return collector.reset
  }, [collector, isOpen])
  return collector
}

function createCollector() {
  let keys: string[] = []
  let stop = () => {}
  let isTaken = false
  function take(): string[] {
    stop()
    isTaken = true
    const taken = keys
    keys = []
    return taken
  }
  return {
    start(onEscape: () => void) {
      // A dialog that is already loaded takes the keys before this runs.
      if (isTaken) return
      const onKey = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key === 'Escape') onEscape()
        else if (event.key.length === 1 || keptKeys.includes(event.key)) keys.push(event.key)
        else return
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      window.addEventListener('keydown', onKey, { capture: true })
      stop = () => window.removeEventListener('keydown', onKey, { capture: true })
    },
    take,
    reset() {
      take()
      isTaken = false
    },
  }
}

/** Enters the keys that were pressed before the dialog was loaded into its field. */
export function replayKeys(keys: readonly string[], field: HTMLInputElement): void {
  const text = textOf(keys)
  if (text) {
    // React overrides the setter of the element, and would ignore the event after a change through it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  press(
    keys.filter((key) => key.length > 1 && key !== 'Backspace'),
    field,
  )
}

function textOf(keys: readonly string[]): string {
  return keys.reduce((text, key) => {
    if (key === 'Backspace') return text.slice(0, -1)
    return key.length === 1 ? text + key : text
  }, '')
}

/** Presses the keys one after the other, each after the page has rendered the effect of the previous one. */
function press([next, ...rest]: readonly string[], field: HTMLInputElement): void {
  if (next === undefined) return
  setTimeout(() => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: next, bubbles: true, cancelable: true }))
    press(rest, field)
  })
}
