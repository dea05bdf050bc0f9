import { TextField } from '../../ui/form-fields.tsx'
import { typedAddress } from './email-requests.ts'
import { texts } from './texts.ts'

interface AddressFieldProps {
  autoComplete: 'username' | 'email'
  autoFocus?: boolean
  hint?: string | undefined
}

export function AddressField(props: AddressFieldProps) {
  return (
    <TextField
      {...props}
      name="email"
      label={texts.addressField.label}
      type="email"
      defaultValue={typedAddress.get()}
      onChange={(event) => typedAddress.set(event.target.value)}
    />
  )
}
