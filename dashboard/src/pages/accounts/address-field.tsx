import { Field } from '../../ui/field.tsx'
import { typedAddress } from './email-requests.ts'

interface AddressFieldProps {
  autoComplete: 'username' | 'email'
  autoFocus?: boolean
  hint?: string | undefined
  error?: string | undefined
}

export function AddressField({ autoComplete, autoFocus = false, hint, error }: AddressFieldProps) {
  return (
    <Field label="E-mail address" hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          name="email"
          type="email"
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          defaultValue={typedAddress.get()}
          onChange={(event) => typedAddress.set(event.target.value)}
          className="control"
        />
      )}
    </Field>
  )
}
