import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../client.ts'
import { specKeys } from '../../live/refresh-changed.ts'
import { EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import { showToast } from '../../ui/toasts.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { suggestLinks } from '../knowledge/suggest-links.ts'
import { type Spec, specQuery } from './queries.ts'

/** Writes a new revision, and says why. */
export function SpecEditor({ spec, onClose }: { spec: Spec; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState('')
  const edits = useEdits(spec, {
    fields: ['title', 'content'],
    save: async (set) => {
      const { revision } = await call(
        'specs.update',
        { spec: spec.key, ...set, reason },
        { ifMatch: spec.version },
      )
      await Promise.all(specKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
      showToast({ text: `Saved as revision ${revision} of ${spec.key}.` })
      onClose()
    },
    refresh: () => cache.refetchQueries({ queryKey: specQuery(spec.key).queryKey }),
  })
  return (
    <EditorFrame
      ref={form}
      title={`Edit ${spec.key}`}
      what="The spec"
      action={`Save as revision ${spec.latestRevision + 1}`}
      edits={edits}
      versions={[
        { name: 'Title', theirs: spec.title, mine: edits.shown.title },
        { name: 'Text', theirs: spec.content, mine: edits.shown.content },
      ]}
      onClose={onClose}
    >
      <EditText edits={edits} name="title" label="Title" maxLength={300} />
      <MarkdownEditor
        label="Text"
        value={edits.shown.content}
        maxLength={300_000}
        error={edits.form.errorOf('content')}
        suggest={suggestLinks}
        onChange={(content) => edits.edit({ content })}
        onSave={() => form.current?.requestSubmit()}
      />
      <Field
        label="Why it changes (optional)"
        hint={
          spec.status === 'approved'
            ? 'It was approved: with another text it is a draft again.'
            : 'Stays with the revision, for whoever reads it later.'
        }
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
