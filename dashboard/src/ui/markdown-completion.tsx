import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { type CaretPosition, caretPosition } from './caret-position.ts'
import { type as typeText } from './markdown-keys.ts'

export interface Suggestion {
  /** What is written: [[Title]], or a number. */
  text: string
  label: string
  detail: string
}

export type Suggest = (typed: string, signal: AbortSignal) => Promise<Suggestion[]>

interface Asked {
  /** Where the brackets begin. */
  from: number
  typed: string
  place: CaretPosition
}

/** What was begun with [[ is completed: found while typing, chosen with the arrow keys, written with Enter. */
export function useCompletion(field: RefObject<HTMLTextAreaElement | null>, suggest: Suggest | undefined) {
  const listId = useId()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [found, setFound] = useState<Suggestion[]>([])
  const [active, setActive] = useState(0)
  const typed = asked?.typed
  const open = asked !== null && found.length > 0

  useEffect(() => {
    if (typed === undefined || !suggest) return undefined
    const ended = new AbortController()
    const timer = setTimeout(() => {
      suggest(typed, ended.signal)
        .then((suggestions) => !ended.signal.aborted && (setFound(suggestions), setActive(0)))
        // Whoever cannot be helped can still write.
        .catch(() => {})
    }, 120)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [typed, suggest])

  function close(): void {
    setAsked(null)
    setFound([])
  }

  /** To be called when the text or the caret has changed. */
  function look(): void {
    const { value, selectionStart, selectionEnd } = field.current!
    const begun = /\[\[([^[\]\n]{0,100})$/.exec(
      value.slice(Math.max(0, selectionStart - 104), selectionStart),
    )
    if (!begun || selectionStart !== selectionEnd || !suggest) return close()
    const from = selectionStart - begun[0].length
    setAsked({ from, typed: begun[1]!.trim(), place: caretPosition(field.current!, from) })
  }

  function choose(suggestion: Suggestion): void {
    const { value, selectionStart } = field.current!
    const end = value.startsWith(']]', selectionStart) ? selectionStart + 2 : selectionStart
    typeText(field.current!, asked!.from, end, suggestion.text)
    close()
  }

  /** Answers whether the key was meant for the list. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!open || event.nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(found[active]!)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    look,
    onKeyDown,
    close,
    /** For the field. */
    control: {
      'aria-autocomplete': suggest ? ('list' as const) : undefined,
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': open ? `${listId}-${active}` : undefined,
    },
    list: open && (
      <SuggestionList
        {...{ listId, found, active, place: asked.place }}
        onMove={setActive}
        onChoose={choose}
      />
    ),
  }
}

interface SuggestionListProps {
  listId: string
  found: Suggestion[]
  active: number
  place: CaretPosition
  onMove: (index: number) => void
  onChoose: (suggestion: Suggestion) => void
}

function SuggestionList({ listId, found, active, place, onMove, onChoose }: SuggestionListProps) {
  return (
    <ul
      id={listId}
      role="listbox"
      aria-label="What to link to"
      style={beside(place)}
      className="absolute z-20 max-h-64 w-72 max-w-full overflow-y-auto rounded-lg border bg-raised p-1 shadow-xl"
    >
      {found.map((suggestion, index) => (
        <li
          key={suggestion.text}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onMove(index)}
          onClick={() => onChoose(suggestion)}
          className="flex cursor-pointer items-baseline gap-3 rounded-md px-2.5 py-1 aria-selected:bg-hover"
        >
          <span className="truncate">{suggestion.label}</span>
          <span className="ml-auto shrink-0 text-xs text-muted">{suggestion.detail}</span>
        </li>
      ))}
    </ul>
  )
}

/** Below the line that is written, or above it where there is more room. */
function beside({ left, top, bottom, height }: CaretPosition) {
  return {
    left: `max(0px, min(${left}px, 100% - 18rem))`,
    ...(bottom < height / 2 ? { top: bottom + 4 } : { bottom: height - top + 4 }),
  }
}
