import type { ReactNode } from 'react'
import { Field } from '../field.tsx'
import { InlineEditor, type InlineEditorProps } from './inline-editor.tsx'

interface MarkdownTextFieldProps extends Pick<
  InlineEditorProps,
  'label' | 'value' | 'maxLength' | 'placeholder' | 'draft' | 'attachTo' | 'onChange'
> {
  /** The name in the input of the operation. */
  name: string
  hint?: ReactNode
}

/** A Markdown field of a form, with its label and its hint or error. */
export function MarkdownTextField({ name, hint, ...editor }: MarkdownTextFieldProps) {
  return (
    <Field name={name} label={editor.label} hint={hint}>
      {(control) => (
        <>
          <input type="hidden" name={name} value={editor.value} />
          <InlineEditor
            {...editor}
            isInvalid={control['aria-invalid']}
            describedBy={control['aria-describedby']}
            className="control focus-within:border-accent"
            fieldClassName="max-h-96 min-h-10 overflow-y-auto"
          />
        </>
      )}
    </Field>
  )
}
