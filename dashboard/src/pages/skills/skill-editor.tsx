import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { ReasonField } from '../knowledge/document-fields.tsx'
import { documentKinds } from '../knowledge/document-kinds.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
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
  const { editorFrame } = knowledgeTexts
  const cache = useQueryClient()
  const [reason, setReason] = useState('')
  const edits = useEdits(skill, {
    fields: ['name', 'description', 'content', 'files', 'tags'],
    save: async (set) => {
      const { revision, name } = await write(
        'skills.update',
        { skill: skill.id, ...set, reason },
        { ifMatch: skill.version },
      )
      showToast({ text: editorFrame.savedRevision(revision, name) })
      onClose()
    },
    refresh: () => cache.refetchQueries(documentKinds.skill.get(at)),
  })
  const { name, description, instructions: content, files } = texts.fields
  return (
    <EditorFrame
      kind="skill"
      title={editorFrame.title(skill.name)}
      action={editorFrame.saveRevision(skill.latestRevision + 1)}
      edits={edits}
      saved={{
        item: skill,
        fields: { name, description, content, files, tags: knowledgeTexts.fields.tags },
      }}
      onClose={onClose}
    >
      <SkillFields edits={edits} />
      <ReasonField value={reason} error={edits.form.errorOf('reason')} onChange={setReason} />
    </EditorFrame>
  )
}
