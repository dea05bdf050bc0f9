import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../client.ts'
import { skillKeys } from '../../live/refresh-changed.ts'
import { useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { type Skill, skillQuery } from './queries.ts'
import { SkillFields } from './skill-fields.tsx'

interface SkillEditorProps {
  skill: Skill
  /** How it is called in the address. */
  at: string
  onClose: () => void
}

/** Writes a new revision, and says why. */
export function SkillEditor({ skill, at, onClose }: SkillEditorProps) {
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState('')
  const edits = useEdits(skill, {
    fields: ['name', 'description', 'content', 'files', 'tags'],
    save: async (set) => {
      const { revision, name } = await call(
        'skills.update',
        { skill: skill.id, ...set, reason },
        { ifMatch: skill.version },
      )
      await Promise.all(skillKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
      showToast({ text: `Saved as revision ${revision} of ${name}.` })
      onClose()
    },
    refresh: () => cache.refetchQueries({ queryKey: skillQuery(at).queryKey }),
  })
  const mine = edits.shown
  const listed = ({ files }: Pick<Skill, 'files'>) =>
    files.map(({ path, content }) => `${path}\n\n${content}`).join('\n\n')
  return (
    <EditorFrame
      ref={form}
      title={`Edit ${skill.name}`}
      what="The skill"
      action={`Save as revision ${skill.latestRevision + 1}`}
      edits={edits}
      versions={[
        { name: 'Name', theirs: skill.name, mine: mine.name },
        { name: 'What it is for', theirs: skill.description, mine: mine.description },
        { name: 'Instructions', theirs: skill.content, mine: mine.content },
        { name: 'Files', theirs: listed(skill), mine: listed(mine) },
        { name: 'Tags', theirs: skill.tags.join(', '), mine: mine.tags.join(', ') },
      ]}
      onClose={onClose}
    >
      <SkillFields edits={edits} onSave={() => form.current?.requestSubmit()} />
      <Field
        label="Why it changes (optional)"
        hint="Stays with the revision, for whoever reads it later."
        error={edits.form.errorOf('reason')}
      >
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
