import { EditText } from '../../ui/edit-form.tsx'
import { ContentField } from '../knowledge/document-fields.tsx'
import { TagsField } from '../knowledge/tags.tsx'
import { FilesField } from './files-field.tsx'
import type { Skill } from './queries.ts'
import { texts } from './texts.ts'

type Fields = Pick<Skill, 'name' | 'description' | 'content' | 'files' | 'tags'>

interface SkillFieldsProps {
  /** The result of `useEdits`. */
  edits: {
    shown: Fields
    edit: (set: Partial<Fields>) => void
    form: {
      errorOf: (field: string) => string | undefined
      errorWithin: (field: string) => string | undefined
    }
    taken: string | undefined
  }
}

export function SkillFields({ edits }: SkillFieldsProps) {
  const { shown, edit, form } = edits
  const { fields } = texts
  // Narrows `edit` to the text fields, as `EditText` expects.
  const textEdits = {
    ...edits,
    edit: (set: Partial<Record<'name' | 'description', string>>) => edit(set),
  }
  return (
    <>
      <EditText
        edits={textEdits}
        name="name"
        label={fields.name}
        maxLength={120}
        placeholder={fields.namePlaceholder}
      />
      <EditText
        edits={textEdits}
        name="description"
        label={fields.description}
        hint={fields.descriptionHint}
        maxLength={2000}
        rows={2}
      />
      <ContentField edits={edits} label={fields.instructions} maxLength={512 * 1024} />
      <FilesField files={shown.files} errorOf={form.errorOf} onChange={(files) => edit({ files })} />
      <TagsField edits={edits} />
    </>
  )
}
