import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react'
import type { ControlProps } from './field.tsx'
import { texts } from './texts.ts'

export interface Option {
  value: string
  label: string
  /** Shown beside the label. */
  detail?: string
}

interface ComboboxProps extends Partial<ControlProps> {
  'aria-label'?: string
  options: Option[]
  value: string | null
  /** The label of the empty option. Without it, an option is always selected. */
  none?: string
  placeholder?: string
  onChange: (value: string | null) => void
  /** Called while typing, for options that the server searches. */
  onType?: (typed: string) => void
}

/** A select with a filter: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Combobox(props: ComboboxProps) {
  const { options, value, none, placeholder, onChange, onType, ...control } = props
  const listId = useId()
  /** The typed text, or null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const chosen = options.find((option) => option.value === value)
  const found = typed === null ? [] : matchingOptions(options, typed, none)

  function open(): void {
    if (typed !== null) return
    setTyped('')
    setActive(
      Math.max(
        0,
        matchingOptions(options, '', none).findIndex((option) => option.value === (value ?? '')),
      ),
    )
  }

  function choose(option: Option | undefined): void {
    setTyped(null)
    if (option) onChange(option.value || null)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (typed === null) open()
      else setActive((active + step + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter' && typed !== null && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(found[active])
    } else if (event.key === 'Escape' && typed !== null) {
      // Keeps the surrounding dialog open.
      event.preventDefault()
      event.stopPropagation()
      setTyped(null)
    }
  }

  function onBlur(event: FocusEvent<HTMLElement>): void {
    if (!event.currentTarget.contains(event.relatedTarget)) setTyped(null)
  }

  return (
    <div className="relative" onBlur={onBlur}>
      <input
        {...control}
        role="combobox"
        aria-expanded={typed !== null}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[active] && `${listId}-${active}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={chosen?.label ?? placeholder}
        value={typed ?? chosen?.label ?? value ?? ''}
        onClick={open}
        // Lets keyboard users type over the current value.
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          onType?.(event.target.value)
        }}
        onKeyDown={onKeyDown}
        className="control pr-8"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-muted"
      >
        <svg viewBox="0 0 16 16" className="size-3.5" fill="none" stroke="currentColor" strokeWidth="1.5">
          <path d="m4.5 6.5 3.5 3.5 3.5-3.5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      {typed !== null && (
        <ul
          id={listId}
          role="listbox"
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded-lg border bg-raised p-1 shadow-xl"
        >
          {found.length === 0 && <li className="px-2.5 py-1.5 text-muted">{texts.noMatches}</li>}
          {found.map((option, index) => (
            <li
              key={option.value}
              id={`${listId}-${index}`}
              ref={index === active ? scrollIntoView : undefined}
              role="option"
              aria-selected={index === active}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(option)}
              className={`flex cursor-pointer gap-3 rounded-md px-2.5 py-1 aria-selected:bg-hover ${option.value === (value ?? '') ? 'font-medium' : ''}`}
            >
              <span className="truncate">{option.label}</span>
              {option.detail && (
                <span className="ml-auto text-[13px] font-normal whitespace-nowrap text-muted">
                  {option.detail}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function matchingOptions(options: Option[], typed: string, none: string | undefined): Option[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = options.filter(({ label, value, detail = '' }) => {
    const text = `${label} ${value} ${detail}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return none !== undefined && words.length === 0 ? [{ value: '', label: none }, ...found] : found
}

function scrollIntoView(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' })
}
