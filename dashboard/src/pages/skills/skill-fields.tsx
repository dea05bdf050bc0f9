import { EditText } from '../../ui/edit-form.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import { suggestLinks } from '../knowledge/suggest-links.ts'
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
  }
  onSave: () => void
}

export function SkillFields({ edits, onSave }: SkillFieldsProps) {
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
      <MarkdownEditor
        label={fields.instructions}
        value={shown.content}
        maxLength={512 * 1024}
        error={form.errorOf('content')}
        suggest={suggestLinks}
        onChange={(content) => edit({ content })}
        onSave={onSave}
      />
      <FilesField files={shown.files} errorOf={form.errorOf} onChange={(files) => edit({ files })} />
      <TagsField tags={shown.tags} error={form.errorWithin('tags')} onChange={(tags) => edit({ tags })} />
    </>
  )
}
