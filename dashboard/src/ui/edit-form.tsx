import type { ComponentProps, ReactNode } from 'react'
import type { OperationId } from '../../../server/assembly/client.ts'
import { SaveButtons, type SaveButtonsProps } from './edits.tsx'
import { TextAreaField, TextField } from './form-fields.tsx'
import { Form } from './form.tsx'
import { card } from './section.tsx'

interface EditFormProps extends SaveButtonsProps {
  edits: SaveButtonsProps['edits'] & { message: string | undefined }
  /** The operation that saves the fields. It limits their length. */
  operation: OperationId
  /** The accessible name of the form. */
  label: string
  className?: string
  children: ReactNode
}

/** The card around the fields of `useEdits`, with errors above and buttons below. */
export function EditForm(props: EditFormProps) {
  const { edits, operation, label, subject, action, className = '', children } = props
  return (
    <Form
      form={{ ...edits.form, message: edits.message }}
      operation={operation}
      aria-label={label}
      className={`flex flex-col gap-4 p-5 ${card} ${className}`}
    >
      {children}
      <SaveButtons edits={edits} subject={subject} action={action} />
    </Form>
  )
}

type TextProps = 'label' | 'hint' | 'maxLength' | 'isIdentifier' | 'autoComplete' | 'placeholder'

interface EditTextProps<Name extends string> extends Pick<ComponentProps<typeof TextField>, TextProps> {
  /** The result of `useEdits`, where this field is a string. */
  edits: {
    shown: Record<Name, string>
    edit(set: Partial<Record<Name, string>>): void
    form: { errorOf: (field: string) => string | undefined }
  }
  name: Name
  /** The initial number of lines of a multiline field. The field grows with its content. */
  rows?: number
}

export function EditText<Name extends string>({ edits, rows, ...field }: EditTextProps<Name>) {
  const { name } = field
  const controlled = {
    ...field,
    value: edits.shown[name],
    error: edits.form.errorOf(name),
    onChange: ({ target }: { target: { value: string } }) =>
      edits.edit({ [name]: target.value } as Partial<Record<Name, string>>),
  }
  return rows === undefined ? <TextField {...controlled} /> : <TextAreaField {...controlled} rows={rows} />
}
