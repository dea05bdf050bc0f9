import { useState } from 'react'
import { CheckField, CheckGroup, TextAreaField, TextField } from '../../../ui/form-fields.tsx'
import { Field } from '../../../ui/field.tsx'
import type { InstanceSetting } from './setting-value.ts'
import { texts } from './texts.ts'

/** The control of a setting, with its description or the reason why it can't be changed. */
export function SettingField({ setting }: { setting: InstanceSetting }) {
  const { key, title, description, variable, control, value, options } = setting
  const disabled = variable !== null
  const hint = variable === null ? description : texts.page.fixed(variable)
  const field = { name: key, label: title, hint, disabled }
  switch (control) {
    case 'switch':
      return (
        <CheckField
          name={key}
          label={title}
          hint={hint}
          disabled={disabled}
          defaultChecked={value === true}
        />
      )
    case 'choice':
      return (
        <Field name={key} label={title} hint={hint}>
          {(props) => (
            <select
              {...props}
              name={key}
              defaultValue={String(value)}
              disabled={disabled}
              className="control"
            >
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.title}
                </option>
              ))}
            </select>
          )}
        </Field>
      )
    case 'choices':
      return (
        <CheckGroup name={key} legend={title} hint={hint}>
          {options.map((option) => (
            <CheckField
              key={option.value}
              name={key}
              value={option.value}
              label={option.title}
              disabled={disabled}
              defaultChecked={Array.isArray(value) && value.includes(option.value)}
            />
          ))}
        </CheckGroup>
      )
    case 'list':
      return (
        <TextAreaField
          {...field}
          hint={disabled ? hint : `${hint} ${texts.page.listHint}`}
          rows={2}
          defaultValue={Array.isArray(value) ? value.join('\n') : ''}
        />
      )
    case 'color':
      return <ColorField {...field} initial={String(value)} fallback={String(setting.default)} />
    case 'number':
      return <TextField {...field} inputMode="numeric" defaultValue={String(value)} />
    default:
      return <TextField {...field} type={control} defaultValue={String(value)} />
  }
}

interface ColorFieldProps {
  name: string
  label: string
  hint: string
  disabled: boolean
  initial: string
  fallback: string
}

/** A text field for a color, with a sample beside it. */
function ColorField({ initial, fallback, ...field }: ColorFieldProps) {
  const [color, setColor] = useState(initial)
  const isColor = /^#[\da-f]{6}$/i.test(color)
  return (
    <div className="flex items-start gap-3">
      <div className="grow">
        <TextField
          {...field}
          isIdentifier
          value={color}
          placeholder={fallback === '' ? '#0f766e' : fallback}
          onChange={({ target }) => setColor(target.value)}
        />
      </div>
      <span
        aria-hidden
        className="mt-6.5 size-8 shrink-0 rounded-md border bg-accent"
        style={isColor ? { background: color } : {}}
      />
    </div>
  )
}
