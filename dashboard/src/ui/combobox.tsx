import { Suspense, lazy } from 'react'
import type { ControlProps } from './field.tsx'

const Base = lazy(() => import('./base-combobox.tsx').then((module) => ({ default: module.Combobox })))

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

/** A select with a filter. */
export function Combobox(props: ComboboxProps) {
  const { options, value, placeholder, 'aria-label': label } = props
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  return (
    // Read-only instead of disabled, so that the field can keep the focus of its form.
    <Suspense
      fallback={
        <input readOnly aria-label={label} placeholder={placeholder} value={chosen} className="control" />
      }
    >
      <Base {...props} />
    </Suspense>
  )
}
