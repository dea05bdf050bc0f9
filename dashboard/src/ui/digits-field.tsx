import type { FormEvent, ReactNode, Ref } from 'react'
import { Field } from './field.tsx'

interface DigitsFieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean
  readOnly?: boolean
  /** Whether the last digit submits the form. False where the form has more fields. */
  submitsForm?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A field named `code` for six digits. */
export function DigitsField({
  label,
  hint,
  error,
  disabled,
  readOnly,
  submitsForm = true,
  ref,
}: DigitsFieldProps) {
  // Accepts pasted codes such as "123 456".
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    currentTarget.value = currentTarget.value.replace(/\D/g, '').slice(0, 6)
    if (submitsForm && currentTarget.value.length === 6) currentTarget.form?.requestSubmit()
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="text-2xl">
          <input
            {...control}
            ref={ref}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            disabled={disabled}
            readOnly={readOnly}
            onInput={onInput}
            className="control h-12 text-center font-mono tracking-[0.4em] indent-[0.4em]"
          />
        </div>
      )}
    </Field>
  )
}
