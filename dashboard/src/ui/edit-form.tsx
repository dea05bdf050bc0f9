import type { ReactNode } from 'react'
import { SaveButtons, type SaveButtonsProps } from './edits.tsx'
import { Field } from './field.tsx'
import { FormMessage } from './form-message.tsx'
import { card } from './section.tsx'

interface EditFormProps extends SaveButtonsProps {
  edits: SaveButtonsProps['edits'] & { message: string | undefined }
  /** The accessible name of the form. */
  label: string
  className?: string
  children: ReactNode
}

/** The card around the fields of `useEdits`, with errors above and buttons below. */
export function EditForm({ edits, label, subject, action, className = '', children }: EditFormProps) {
  return (
    <form
      onSubmit={edits.form.submit}
      noValidate
      aria-label={label}
      className={`flex flex-col gap-4 p-5 ${card} ${className}`}
    >
      <FormMessage>{edits.message}</FormMessage>
      {children}
      <SaveButtons edits={edits} subject={subject} action={action} />
    </form>
  )
}

interface EditTextProps<Name extends string> {
  /** The result of `useEdits`, where this field is a string. */
  edits: {
    shown: Record<Name, string>
    edit(set: Partial<Record<Name, string>>): void
    form: { errorOf: (field: string) => string | undefined }
    taken: string | undefined
  }
  name: Name
  label: string
  hint?: string
  maxLength: number
  /** The initial number of lines of a multiline field. The field grows with its content. */
  rows?: number
  /** Whether the value is an identifier, such as a username or URL: it can be taken, and isn't spell-checked. */
  isIdentifier?: boolean
  autoComplete?: string
  placeholder?: string
}

export function EditText<Name extends string>(props: EditTextProps<Name>) {
  const { edits, name, label, hint, maxLength, rows, isIdentifier, autoComplete = 'off', placeholder } = props
  const error = edits.form.errorOf(name) ?? (isIdentifier ? edits.taken : undefined)
  const inputProps = {
    name,
    maxLength,
    autoComplete,
    placeholder,
    value: edits.shown[name],
    ...(isIdentifier && { autoCapitalize: 'none', spellCheck: false }),
    onChange: ({ target }: { target: { value: string } }) =>
      edits.edit({ [name]: target.value } as Partial<Record<Name, string>>),
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) =>
        rows === undefined ? (
          <input {...control} {...inputProps} className="control" />
        ) : (
          <textarea
            {...control}
            {...inputProps}
            rows={rows}
            className="control field-sizing-content max-h-96 min-h-16 resize-none"
          />
        )
      }
    </Field>
  )
}
