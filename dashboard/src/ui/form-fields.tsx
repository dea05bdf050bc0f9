import { type ComponentProps, type ReactNode, use } from 'react'
import textLimits from '../../../contract/text-limits.json'
import { Field } from './field.tsx'
import { FormContext, useFieldError } from './form-context.ts'

interface LabelProps {
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Whether the value is an identifier, such as a username or URL: it can be taken, and isn't spell-checked. */
  isIdentifier?: boolean
}

interface TextFieldProps extends LabelProps, Omit<ComponentProps<'input'>, keyof LabelProps> {}

/** A text field. The operation of the form limits its length. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isIdentifier = false, className = '', ...input } = props
  const maxLength = useMaxLength(input.name)
  return (
    <Field {...{ name: input.name, label, hint, error, isIdentifier }}>
      {(control) => (
        <input
          autoComplete="off"
          maxLength={maxLength}
          {...(isIdentifier && { autoCapitalize: 'none', spellCheck: false })}
          {...input}
          {...control}
          className={`control ${className}`}
        />
      )}
    </Field>
  )
}

interface TextAreaFieldProps
  extends Omit<LabelProps, 'isIdentifier'>, Omit<ComponentProps<'textarea'>, keyof LabelProps> {
  /** The initial number of lines. The field grows with its content. */
  rows: number
}

export function TextAreaField({ label, hint, error, className = '', ...input }: TextAreaFieldProps) {
  const maxLength = useMaxLength(input.name)
  return (
    <Field {...{ name: input.name, label, hint, error }}>
      {(control) => (
        <textarea
          maxLength={maxLength}
          {...input}
          {...control}
          // `field-sizing` ignores `rows`. Adds the padding and border of a control.
          style={{ minHeight: `calc(${input.rows}lh + 14px)` }}
          className={`control field-sizing-content max-h-96 resize-none ${className}`}
        />
      )}
    </Field>
  )
}

interface CheckFieldProps extends ComponentProps<'input'> {
  label: ReactNode
  hint?: string
}

/** A checkbox or a radio button with its label. */
export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  return (
    <label className="flex gap-2">
      <input type="checkbox" {...input} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span>
        {label} {hint && <span className="text-muted">· {hint}</span>}
      </span>
    </label>
  )
}

interface CheckGroupProps {
  /** The name in the input of the operation. */
  name: string
  legend: string
  hint?: string
  children: ReactNode
}

/** A group of `CheckField`s that share one value, with its hint or error. */
export function CheckGroup({ name, legend, hint, children }: CheckGroupProps) {
  const error = useFieldError(name)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className="flex flex-col gap-1.5">{children}</div>
      {(error ?? hint) && (
        <p className={`mt-1 text-[13px] ${error ? 'text-danger' : 'text-muted'}`}>{error ?? hint}</p>
      )}
    </fieldset>
  )
}

const limits: Record<string, Record<string, number> | undefined> = textLimits

function useMaxLength(name: string): number | undefined {
  const operation = use(FormContext)?.operation
  return operation && limits[operation]?.[name]
}
