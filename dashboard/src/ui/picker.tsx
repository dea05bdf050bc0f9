import { Combobox } from '@base-ui/react/combobox'
import { Popover } from '@base-ui/react/popover'
import { CheckIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type TypedKeys, replayKeys } from '../shortcuts/keys-while-loading.ts'
import { isEnterWithoutHighlight } from './enter-without-highlight.ts'
import { panelClass, placement } from './popover.tsx'
import { texts } from './texts.ts'

export interface PickerOption {
  value: string
  label: string
  icon?: ReactNode
  chosen?: boolean
}

/** A position on the page that a panel opens at. */
export type Anchor = Element | { getBoundingClientRect: () => DOMRect }

interface PickerProps {
  label: string
  anchor: Anchor
  /** The keys that were pressed before the field had the focus. */
  keys: TypedKeys
  options: PickerOption[]
  /** Returns an option for typed text that no option has, such as a new label. */
  create?: (typed: string) => PickerOption
  onPick: (value: string) => void
  onClose: () => void
  /** Returns the element that receives the focus when the picker closes. */
  finalFocus: () => HTMLElement | null
}

/** A searchable list of options that opens at an element. Rendered only while it is open. */
export function Picker({ label, anchor, keys, options, create, onPick, onClose, finalFocus }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const matching = options.filter((option) => matches(option, text))
  const isKnown = options.some((option) => option.label.toLowerCase() === text.toLowerCase())
  const items = create && text && !isKnown ? [...matching, create(text)] : matching
  function pick(option: PickerOption | null | undefined): void {
    if (!option) return
    onClose()
    onPick(option.value)
  }
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner {...placement} anchor={anchor}>
          <Popover.Popup
            aria-label={label}
            initialFocus={input}
            finalFocus={finalFocus}
            className={`${panelClass} w-60`}
          >
            <Combobox.Root
              inline
              open
              items={items}
              filter={null}
              autoHighlight
              inputValue={typed}
              onInputValueChange={(value, { reason }) => reason === 'input-change' && setTyped(value)}
              value={null}
              onValueChange={(option: PickerOption | null) => pick(option)}
            >
              <Combobox.Input
                ref={input}
                aria-label={label}
                placeholder={label}
                spellCheck={false}
                maxLength={60}
                onFocus={({ currentTarget }) => replayKeys(keys.take(), currentTarget)}
                onKeyDown={(event) => {
                  if (text && isEnterWithoutHighlight(event)) pick(items[0])
                }}
                className="mb-1 h-8 w-full border-b bg-transparent px-2.5 outline-none placeholder:text-muted"
              />
              <Combobox.Empty className="px-2.5 py-1.5 text-muted empty:hidden">
                {texts.noMatches}
              </Combobox.Empty>
              <Combobox.List aria-label={label}>
                {(option: PickerOption) => (
                  <Combobox.Item
                    key={option.value}
                    value={option}
                    className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1 data-highlighted:bg-hover"
                  >
                    {option.icon}
                    <span className="min-w-0 grow truncate">{option.label}</span>
                    {option.chosen && <CheckIcon />}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Root>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function matches({ label }: PickerOption, typed: string): boolean {
  const words = label.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}
