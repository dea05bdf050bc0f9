import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { texts } from './texts.ts'

interface PasswordFieldProps {
  label?: string
  name?: string
  autoFocus?: boolean
  autoComplete: 'new-password' | 'current-password'
  hint?: ReactNode | ((value: string) => ReactNode)
}

export function PasswordField({
  label = texts.passwordField.label,
  name = 'password',
  autoFocus = false,
  autoComplete,
  hint,
}: PasswordFieldProps) {
  const [value, setValue] = useState('')
  const [shown, setShown] = useState(false)
  const { showPassword, show, hide } = texts.passwordField
  return (
    <Field name={name} label={label} hint={typeof hint === 'function' ? hint(value) : hint}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoFocus={autoFocus}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            className="control pr-16"
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={showPassword}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 rounded px-2 text-[13px] text-muted hover:text-ink"
          >
            {shown ? hide : show}
          </button>
        </div>
      )}
    </Field>
  )
}
