import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { read } from '../../read.ts'
import { EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { suggestLinks } from '../knowledge/suggest-links.ts'
import type { Spec } from './queries.ts'
import { texts } from './texts.ts'

/** Edits a spec and saves the changes as a new revision. */
export function SpecEditor({ spec, onClose }: { spec: Spec; onClose: () => void }) {
  const { fields, editor } = texts
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState('')
  const edits = useEdits(spec, {
    fields: ['title', 'content'],
    save: async (set) => {
      const { revision } = await write(
        'specs.update',
        { spec: spec.key, ...set, reason },
        { ifMatch: spec.version },
      )
      showToast({ text: editor.saved(revision, spec.key) })
      onClose()
    },
    refresh: () => cache.refetchQueries(read('specs.get', { spec: spec.key })),
  })
  return (
    <EditorFrame
      ref={form}
      title={editor.title(spec.key)}
      what={editor.subject}
      action={editor.save(spec.latestRevision + 1)}
      edits={edits}
      versions={[
        { name: fields.title, theirs: spec.title, mine: edits.shown.title },
        { name: fields.text, theirs: spec.content, mine: edits.shown.content },
      ]}
      onClose={onClose}
    >
      <EditText edits={edits} name="title" label={fields.title} maxLength={300} />
      <MarkdownEditor
        label={fields.text}
        value={edits.shown.content}
        maxLength={300_000}
        error={edits.form.errorOf('content')}
        suggest={suggestLinks}
        onChange={(content) => edits.edit({ content })}
        onSave={() => form.current?.requestSubmit()}
      />
      <Field
        label={editor.reason}
        hint={spec.status === 'approved' ? editor.approvedHint : editor.reasonHint}
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
