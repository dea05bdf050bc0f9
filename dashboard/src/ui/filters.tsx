import { XIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Popover } from './popover.tsx'
import { texts } from './texts.ts'

interface FilterButtonProps {
  /** The name for screen readers, such as "Filter tasks". */
  label: string
  /** Whether a filter is active. */
  isActive: boolean
  children: ReactNode
}

/** A button that opens the filters. */
export function FilterButton({ label, isActive, children }: FilterButtonProps) {
  return (
    <Popover
      button={texts.filters.button}
      buttonClassName={`inline-flex h-8 items-center rounded-md border px-2.5 font-medium hover:bg-hover ${isActive ? 'border-accent text-accent' : 'border-strong-line'}`}
      className="w-88"
    >
      <div role="group" aria-label={label} className="flex flex-col gap-3 p-2.5">
        {children}
      </div>
    </Popover>
  )
}

/** A grid with labels on the left and controls on the right. */
export function FilterGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">{children}</div>
}

interface FilterFieldProps {
  label: string
  value: string | undefined
  onChange: (value: string) => void
}

const small = 'h-7 min-w-0 rounded-md border border-strong-line bg-surface px-1.5 text-[13px]'

/** A filter with one of several values, or any. */
export function FilterOne({
  label,
  value = '',
  onChange,
  children,
}: FilterFieldProps & { children: ReactNode }) {
  const id = useId()
  return (
    <>
      <FilterLabel id={id}>{label}</FilterLabel>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={small}>
        <option value="">{texts.filters.any}</option>
        {children}
      </select>
    </>
  )
}

/** A filter with a date or a text. */
export function FilterInput({
  label,
  value = '',
  type,
  onChange,
}: FilterFieldProps & { type: 'date' | 'text' }) {
  const id = useId()
  return (
    <>
      <FilterLabel id={id}>{label}</FilterLabel>
      <input
        id={id}
        type={type}
        value={value}
        maxLength={60}
        onChange={({ target }) => onChange(target.value)}
        className={small}
      />
    </>
  )
}

function FilterLabel({ id, children }: { id: string; children: string }) {
  return (
    <label htmlFor={id} className="text-[13px] text-muted">
      {children}
    </label>
  )
}

export interface FilterChip {
  name: string
  /** The filter as text, such as "Status: Open". */
  text: string
  onRemove: () => void
}

/** The active filters as chips. A click on a chip removes its filter. */
export function FilterChips({ chips, children }: { chips: readonly FilterChip[]; children?: ReactNode }) {
  return (
    <ul aria-label={texts.filters.active} className="flex flex-wrap items-center gap-1">
      {chips.map(({ name, text, onRemove }) => (
        <li key={name}>
          <button
            type="button"
            title={texts.filters.remove}
            onClick={onRemove}
            className="inline-flex max-w-72 items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-1 pl-2 text-xs text-accent hover:bg-hover"
          >
            <span className="truncate">{text}</span>
            <XIcon />
          </button>
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  )
}

interface ActiveFiltersProps<Name extends string> {
  /** The values of the filters. An undefined one isn't shown. */
  filters: Partial<Record<Name, unknown>>
  /** Each filter as text. */
  words: Record<Name, string>
  clearLabel: string
  change: (change: Partial<Record<Name, undefined>>) => void
}

/** The active filters as chips, with a button that clears all of them. */
export function ActiveFilters<Name extends string>(props: ActiveFiltersProps<Name>) {
  const { filters, words, clearLabel, change } = props
  const names = (Object.keys(words) as Name[]).filter((name) => filters[name] !== undefined)
  const clear = (cleared: Name[]) =>
    change(Object.fromEntries(cleared.map((name) => [name, undefined])) as Record<Name, undefined>)
  if (names.length === 0) return null
  return (
    <FilterChips chips={names.map((name) => ({ name, text: words[name], onRemove: () => clear([name]) }))}>
      <Button kind="quiet" className="h-6 px-2 text-xs" onClick={() => clear(names)}>
        {clearLabel}
      </Button>
    </FilterChips>
  )
}
