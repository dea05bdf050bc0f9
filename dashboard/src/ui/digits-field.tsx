import { type FormEvent, type ReactNode, type Ref, use } from 'react'
import { Field } from './field.tsx'
import { FormContext } from './form-context.ts'

interface DigitsFieldProps {
  label: string
  hint?: ReactNode
  disabled?: boolean
  /** Whether the last digit submits the form. False where the form has more fields. */
  submitsForm?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A field named `code` for six digits. */
export function DigitsField({ label, hint, disabled, submitsForm = true, ref }: DigitsFieldProps) {
  const isBusy = use(FormContext)?.busy ?? false
  // Accepts pasted codes such as "123 456".
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    currentTarget.value = currentTarget.value.replace(/\D/g, '').slice(0, 6)
    if (submitsForm && currentTarget.value.length === 6) currentTarget.form?.requestSubmit()
  }
  return (
    <Field name="code" label={label} hint={hint}>
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
            readOnly={isBusy}
            onInput={onInput}
            className="control h-12 text-center font-mono tracking-[0.4em] indent-[0.4em]"
          />
        </div>
      )}
    </Field>
  )
}
