import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { ContentField, ReasonField } from '../knowledge/document-fields.tsx'
import { documentKinds } from '../knowledge/document-kinds.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import type { Spec } from './queries.ts'
import { texts } from './texts.ts'

export const maxSpecLength = 300_000

/** Edits a spec and saves the changes as a new revision. */
export function SpecEditor({ spec, onClose }: { spec: Spec; onClose: () => void }) {
  const { editorFrame, fields } = knowledgeTexts
  const cache = useQueryClient()
  const [reason, setReason] = useState('')
  const edits = useEdits(spec, {
    fields: ['title', 'content'],
    save: async (set) => {
      const { revision } = await write(
        'specs.update',
        { spec: spec.key, ...set, reason },
        { ifMatch: spec.version },
      )
      showToast({ text: editorFrame.savedRevision(revision, spec.key) })
      onClose()
    },
    refresh: () => cache.refetchQueries(documentKinds.spec.get(spec.key)),
  })
  return (
    <EditorFrame
      kind="spec"
      title={editorFrame.title(spec.key)}
      action={editorFrame.saveRevision(spec.latestRevision + 1)}
      edits={edits}
      saved={{ item: spec, fields: { title: fields.title, content: fields.text } }}
      onClose={onClose}
    >
      <EditText edits={edits} name="title" label={fields.title} maxLength={300} />
      <ContentField edits={edits} maxLength={maxSpecLength} attachTo={spec.key} />
      <ReasonField
        value={reason}
        {...(spec.status === 'approved' && { hint: texts.approvedHint })}
        error={edits.form.errorOf('reason')}
        onChange={setReason}
      />
    </EditorFrame>
  )
}
