import type { ReactNode } from 'react'
import { SaveButtons, type SaveButtonsProps } from './edits.tsx'
import { Field } from './field.tsx'
import { FormMessage } from './form-message.tsx'
import { card } from './section.tsx'

interface EditFormProps extends SaveButtonsProps {
  edits: SaveButtonsProps['edits'] & { message: string | undefined }
  /** What the form is called. */
  label: string
  className?: string
  children: ReactNode
}

/** The card around the fields of `useEdits`: what went wrong above them, what to do with them below. */
export function EditForm({ edits, label, what, action, className = '', children }: EditFormProps) {
  return (
    <form
      onSubmit={edits.form.submit}
      noValidate
      aria-label={label}
      className={`flex flex-col gap-4 p-5 ${card} ${className}`}
    >
      <FormMessage>{edits.message}</FormMessage>
      {children}
      <SaveButtons edits={edits} what={what} action={action} />
    </form>
  )
}

interface EditTextProps<Name extends string> {
  /** What `useEdits` answers, where this field is a text. */
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
  /** For a text of several lines: how many there are to begin with. It grows with what is written. */
  rows?: number
  /** A name in addresses, which another may have already, and which no dictionary knows. */
  address?: boolean
  autoComplete?: string
  placeholder?: string
}

export function EditText<Name extends string>(props: EditTextProps<Name>) {
  const { edits, name, label, hint, maxLength, rows, address, autoComplete = 'off', placeholder } = props
  const error = edits.form.errorOf(name) ?? (address ? edits.taken : undefined)
  const said = {
    ...{ name, maxLength, autoComplete, placeholder, value: edits.shown[name] },
    ...(address && { autoCapitalize: 'none', spellCheck: false }),
    onChange: ({ target }: { target: { value: string } }) =>
      edits.edit({ [name]: target.value } as Partial<Record<Name, string>>),
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) =>
        rows === undefined ? (
          <input {...control} {...said} className="control" />
        ) : (
          <textarea
            {...control}
            {...said}
            rows={rows}
            className="control field-sizing-content max-h-96 min-h-16 resize-none"
          />
        )
      }
    </Field>
  )
}
