import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { type CaretPosition, caretPosition } from './caret-position.ts'
import { replaceText } from './markdown-keys.ts'
import { texts } from './texts.ts'

export interface Suggestion {
  /** The inserted text: [[Title]], or a number. */
  text: string
  label: string
  detail: string
}

export type Suggest = (typed: string, signal: AbortSignal) => Promise<Suggestion[]>

interface Request {
  /** The position of the brackets. */
  from: number
  typed: string
  position: CaretPosition
}

/** Completes text after [[: searches while typing, selects with the arrow keys, inserts with Enter. */
export function useCompletion(field: RefObject<HTMLTextAreaElement | null>, suggest: Suggest | undefined) {
  const listId = useId()
  const [request, setRequest] = useState<Request | null>(null)
  const [found, setFound] = useState<Suggestion[]>([])
  const [active, setActive] = useState(0)
  const typed = request?.typed
  const open = request !== null && found.length > 0

  useEffect(() => {
    if (typed === undefined || !suggest) return undefined
    const ended = new AbortController()
    const timer = setTimeout(() => {
      suggest(typed, ended.signal)
        .then((suggestions) => !ended.signal.aborted && (setFound(suggestions), setActive(0)))
        // Without suggestions, the user can still write.
        .catch(() => {})
    }, 120)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [typed, suggest])

  function close(): void {
    setRequest(null)
    setFound([])
  }

  /** Call it when the text or the caret changed. */
  function update(): void {
    const { value, selectionStart, selectionEnd } = field.current!
    const match = /\[\[([^[\]\n]{0,100})$/.exec(
      value.slice(Math.max(0, selectionStart - 104), selectionStart),
    )
    if (!match || selectionStart !== selectionEnd || !suggest) return close()
    const from = selectionStart - match[0].length
    setRequest({ from, typed: match[1]!.trim(), position: caretPosition(field.current!, from) })
  }

  function choose(suggestion: Suggestion): void {
    const { value, selectionStart } = field.current!
    const end = value.startsWith(']]', selectionStart) ? selectionStart + 2 : selectionStart
    replaceText(field.current!, request!.from, end, suggestion.text)
    close()
  }

  /** Returns whether the list handled the key. */
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
    update,
    onKeyDown,
    close,
    /** Attributes for the field. */
    control: {
      'aria-autocomplete': suggest ? ('list' as const) : undefined,
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': open ? `${listId}-${active}` : undefined,
    },
    list: open && (
      <SuggestionList
        {...{ listId, found, active, position: request.position }}
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
  position: CaretPosition
  onMove: (index: number) => void
  onChoose: (suggestion: Suggestion) => void
}

function SuggestionList({ listId, found, active, position, onMove, onChoose }: SuggestionListProps) {
  return (
    <ul
      id={listId}
      role="listbox"
      aria-label={texts.markdownEditor.links}
      style={besideCaret(position)}
      className="absolute z-20 max-h-64 w-72 max-w-full overflow-y-auto rounded-lg border bg-raised p-1 shadow-xl"
    >
      {found.map((suggestion, index) => (
        <li
          key={suggestion.text}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          // Keeps the focus in the field.
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

/** Places the list below the current line, or above it where there is more space. */
function besideCaret({ left, top, bottom, height }: CaretPosition) {
  return {
    left: `max(0px, min(${left}px, 100% - 18rem))`,
    ...(bottom < height / 2 ? { top: bottom + 4 } : { bottom: height - top + 4 }),
  }
}
