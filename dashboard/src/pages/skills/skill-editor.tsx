import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { read } from '../../read.ts'
import { useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import type { Skill } from './queries.ts'
import { SkillFields } from './skill-fields.tsx'
import { texts } from './texts.ts'

interface SkillEditorProps {
  skill: Skill
  /** The id or slug in the URL, which is also the query key. */
  at: string
  onClose: () => void
}

/** Edits a skill and saves the changes as a new revision. */
export function SkillEditor({ skill, at, onClose }: SkillEditorProps) {
  const { fields, editor } = texts
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState('')
  const edits = useEdits(skill, {
    fields: ['name', 'description', 'content', 'files', 'tags'],
    save: async (set) => {
      const { revision, name } = await write(
        'skills.update',
        { skill: skill.id, ...set, reason },
        { ifMatch: skill.version },
      )
      showToast({ text: editor.saved(revision, name) })
      onClose()
    },
    refresh: () => cache.refetchQueries(read('skills.get', { skill: at })),
  })
  const mine = edits.shown
  const formatFiles = ({ files }: Pick<Skill, 'files'>) =>
    files.map(({ path, content }) => `${path}\n\n${content}`).join('\n\n')
  return (
    <EditorFrame
      ref={form}
      title={editor.title(skill.name)}
      what={editor.subject}
      action={editor.save(skill.latestRevision + 1)}
      edits={edits}
      versions={[
        { name: fields.name, theirs: skill.name, mine: mine.name },
        { name: fields.description, theirs: skill.description, mine: mine.description },
        { name: fields.instructions, theirs: skill.content, mine: mine.content },
        { name: fields.files, theirs: formatFiles(skill), mine: formatFiles(mine) },
        { name: fields.tags, theirs: skill.tags.join(', '), mine: mine.tags.join(', ') },
      ]}
      onClose={onClose}
    >
      <SkillFields edits={edits} onSave={() => form.current?.requestSubmit()} />
      <Field label={editor.reason} hint={editor.reasonHint} error={edits.form.errorOf('reason')}>
        {(control) => (
          <input
            {...control}
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
            className="control"
          />
        )}
      </Field>
    </EditorFrame>
  )
}
