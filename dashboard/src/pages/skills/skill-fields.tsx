import { EditText } from '../../ui/edit-form.tsx'
import { ContentField, type DocumentEdits } from '../knowledge/document-fields.tsx'
import { TagsField } from '../knowledge/tags.tsx'
import { FilesField } from './files-field.tsx'
import type { Skill } from './queries.ts'
import { texts } from './texts.ts'

type Fields = Pick<Skill, 'name' | 'description' | 'content' | 'files' | 'tags'>

export function SkillFields({ edits }: { edits: DocumentEdits<Fields> }) {
  const { shown, edit, form } = edits
  const { fields } = texts
  return (
    <>
      <EditText
        edits={edits}
        name="name"
        label={fields.name}
        maxLength={120}
        placeholder={fields.namePlaceholder}
      />
      <EditText
        edits={edits}
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
