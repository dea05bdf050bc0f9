import { type ReactNode, useId } from 'react'
import { useFieldError } from './form-context.ts'

interface FieldProps {
  /** The name in the input of the operation. Without it, the form shows the error of this field above. */
  name?: string | undefined
  label: string
  hint?: ReactNode
  /** An error besides the one of the form. */
  error?: string | undefined
  /** Whether the value is an identifier that can be taken, such as a username. */
  isIdentifier?: boolean
  children: (control: ControlProps) => ReactNode
}

export interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A label, its control, and its hint or error. */
export function Field({ name, label, hint, error, isIdentifier, children }: FieldProps) {
  const id = useId()
  const formError = useFieldError(name, isIdentifier)
  const shownError = error ?? formError
  const note = shownError ?? hint
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': shownError !== undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={`text-[13px] ${shownError ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
