import { Field } from '../../ui/field.tsx'
import { typedAddress } from './email-requests.ts'
import { texts } from './texts.ts'

interface AddressFieldProps {
  autoComplete: 'username' | 'email'
  autoFocus?: boolean
  hint?: string | undefined
  error?: string | undefined
}

export function AddressField({ autoComplete, autoFocus = false, hint, error }: AddressFieldProps) {
  return (
    <Field label={texts.addressField.label} hint={hint} error={error}>
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
