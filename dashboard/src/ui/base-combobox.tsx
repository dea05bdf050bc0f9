import { Combobox as Base } from '@base-ui/react/combobox'
import { ChevronDownIcon } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { usePortalContainer } from './dialog.tsx'
import type { ComboboxProps, EarlyUse, Option } from './combobox.tsx'
import { isEnterWithoutHighlight } from './enter-without-highlight.ts'
import { panelClass, placement } from './popover.tsx'
import { texts } from './texts.ts'

/** The combobox itself. It is loaded with the first form that has one. */
export function Combobox(props: ComboboxProps & { early: EarlyUse | null }) {
  const { options, value, none, placeholder, onChange, onType, early, ...control } = props
  /** The typed text, or null while the list is closed. */
  const [typed, setTyped] = useState(early?.typed ?? null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!early || !input.current) return
    input.current.focus()
    // The focus selects the text, and the next key would replace it.
    if (early.typed) input.current.setSelectionRange(early.typed.length, early.typed.length)
  }, [early])
  const items = none === undefined || typed ? options : [{ value: '', label: none }, ...options]
  const chosen = options.find((option) => option.value === value)
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (!typed || !isEnterWithoutHighlight(event)) return
    // Enter would send the form.
    event.preventDefault()
    const first = items.find((option) => matches(option, typed))
    if (!first) return
    setTyped(null)
    onChange(first.value || null)
  }
  return (
    <Base.Root
      items={items}
      filter={matches}
      autoHighlight
      value={chosen ?? null}
      isItemEqualToValue={(one, other) => one.value === other.value}
      // Null if the user empties the field, which only resets the filter.
      onValueChange={(option) => option && onChange(option.value || null)}
      open={typed !== null}
      onOpenChange={(open) => setTyped((current) => (open ? (current ?? '') : null))}
      inputValue={typed ?? chosen?.label ?? value ?? ''}
      onInputValueChange={(text, { reason }) => {
        if (reason !== 'input-change') return
        setTyped(text)
        onType?.(text)
      }}
    >
      <div className="relative">
        <Base.Input
          {...control}
          ref={input}
          spellCheck={false}
          placeholder={chosen?.label ?? placeholder}
          // Lets keyboard users type over the current value.
          onFocus={(event) => event.target.select()}
          onKeyDown={onKeyDown}
          className="control pr-8"
        />
        <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-muted">
          <ChevronDownIcon />
        </span>
      </div>
      <Base.Portal container={usePortalContainer()}>
        <Base.Positioner {...placement}>
          <Base.Popup className={`${panelClass} w-(--anchor-width)`}>
            <Base.Empty className="px-2.5 py-1.5 text-muted empty:hidden">{texts.noMatches}</Base.Empty>
            <Base.List>
              {(option: Option) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex cursor-pointer gap-3 rounded-md px-2.5 py-1 data-highlighted:bg-hover data-selected:font-medium"
                >
                  <span className="truncate">{option.label}</span>
                  {option.detail && (
                    <span className="ml-auto text-[13px] font-normal whitespace-nowrap text-muted">
                      {option.detail}
                    </span>
                  )}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function matches({ label, value, detail = '' }: Option, typed: string): boolean {
  const text = `${label} ${value} ${detail}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
