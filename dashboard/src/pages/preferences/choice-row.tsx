import { Choice } from '../../ui/choice.tsx'
import { PreferenceRow } from './preference-row.tsx'

interface ChoiceRowProps<Value extends string> {
  name: string
  hint: string
  value: Value
  names: Record<Value, string>
  onChange: (value: Value) => void
}

/** A preference with a few options. */
export function ChoiceRow<Value extends string>({ name, hint, ...choice }: ChoiceRowProps<Value>) {
  return (
    <PreferenceRow name={name} hint={hint}>
      <Choice label={name} {...choice} />
    </PreferenceRow>
  )
}
