import { EditText } from '../../ui/edit-form.tsx'
import { Field } from '../../ui/field.tsx'
import { MarkdownEditor, type MarkdownEditorProps } from '../../ui/markdown-editor.tsx'
import { ProjectField } from './project-choice.tsx'
import { texts } from './texts.ts'

/** The result of `useEdits` for these fields. */
export interface DocumentEdits<Fields> {
  shown: Fields
  edit(set: Partial<Fields>): void
  form: {
    errorOf: (field: string) => string | undefined
    errorWithin: (field: string) => string | undefined
  }
}

interface ContentFieldProps extends Pick<MarkdownEditorProps, 'maxLength' | 'notes' | 'attachTo'> {
  edits: DocumentEdits<{ content: string }>
  label?: string
}

/** The text of a document, in Markdown. */
export function ContentField({ edits, label = texts.fields.text, ...editor }: ContentFieldProps) {
  return (
    <MarkdownEditor
      {...editor}
      label={label}
      value={edits.shown.content}
      error={edits.form.errorOf('content')}
      onChange={(content) => edits.edit({ content })}
    />
  )
}

interface ReasonFieldProps {
  value: string
  hint?: string
  error: string | undefined
  onChange: (reason: string) => void
}

/** The reason for a revision. */
export function ReasonField({ value, hint = texts.fields.reasonHint, error, onChange }: ReasonFieldProps) {
  return (
    <Field label={texts.fields.reason} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          value={value}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
          className="control"
        />
      )}
    </Field>
  )
}

interface TitleAndProjectProps {
  edits: DocumentEdits<{ title: string; project: string }>
  titlePlaceholder: string
  /** The name of the option for no project. Without it, a project is required. */
  noProject?: string
}

/** The title and the project of a new document. */
export function TitleAndProject({ edits, titlePlaceholder, noProject }: TitleAndProjectProps) {
  return (
    <div className="grid gap-4 md:grid-cols-[2fr_1fr]">
      <EditText
        edits={edits}
        name="title"
        label={texts.fields.title}
        maxLength={300}
        placeholder={titlePlaceholder}
      />
      <ProjectField
        {...(noProject && { none: noProject })}
        value={edits.shown.project}
        error={edits.form.errorOf('project')}
        onChange={(project) => edits.edit({ project })}
      />
    </div>
  )
}
