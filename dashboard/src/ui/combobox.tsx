import { useState } from 'react'
import type { ControlProps } from './field.tsx'
import { onDemand, useLibrary } from './on-demand.tsx'

export interface Option {
  value: string
  label: string
  /** Shown beside the label. */
  detail?: string
}

export interface ComboboxProps extends Partial<ControlProps> {
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

const base = onDemand(() => import('./base-combobox.tsx'))

/** A select with a filter. Its list opens as soon as it is loaded if the user already clicked the field or typed in it. */
export function Combobox(props: ComboboxProps) {
  const { options, value, none, placeholder, onChange, onType, ...control } = props
  const [early, setEarly] = useState<EarlyUse | null>(null)
  const library = useLibrary(base, early !== null)
  if (library) return <library.Combobox {...props} early={early} />
  const chosen = options.find((option) => option.value === value)?.label
  return (
    <input
      {...control}
      spellCheck={false}
      placeholder={chosen ?? placeholder}
      value={early?.typed ?? chosen ?? ''}
      onFocus={(event) => {
        event.target.select()
        setEarly({ typed: null })
      }}
      onClick={() => setEarly((use) => ({ typed: use?.typed ?? '' }))}
      onChange={(event) => {
        setEarly({ typed: event.target.value })
        onType?.(event.target.value)
      }}
      onBlur={() => setEarly(null)}
      className="control"
    />
  )
}

/** How the user used a field whose list isn't loaded yet. */
export interface EarlyUse {
  /** The typed text, or null if the field only has the focus. */
  typed: string | null
}
