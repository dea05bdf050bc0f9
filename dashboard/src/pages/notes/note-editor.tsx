import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { read } from '../../read.ts'
import { EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { suggestLinks } from '../knowledge/suggest-links.ts'
import { TagsField } from '../knowledge/tags.tsx'
import type { Note } from './queries.ts'
import { texts } from './texts.ts'

export const maxNoteLength = 500_000

export function NoteEditor({ note, onClose }: { note: Note; onClose: () => void }) {
  const { fields } = texts
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const edits = useEdits(note, {
    fields: ['title', 'content', 'tags'],
    save: async (set) => {
      const saved = await write('notes.update', { note: note.id, ...set }, { ifMatch: note.version })
      showToast({ text: texts.editor.saved(saved.title) })
    },
    refresh: () => cache.refetchQueries(read('notes.get', { note: note.id })),
  })
  return (
    <EditorFrame
      ref={form}
      title={texts.editor.title(note.title)}
      what={texts.editor.subject}
      action={texts.editor.save}
      edits={edits}
      versions={[
        { name: fields.title, theirs: note.title, mine: edits.shown.title },
        { name: fields.text, theirs: note.content, mine: edits.shown.content },
        { name: fields.tags, theirs: note.tags.join(', '), mine: edits.shown.tags.join(', ') },
      ]}
      onClose={onClose}
    >
      <EditText edits={edits} name="title" label={fields.title} maxLength={300} />
      <MarkdownEditor
        label={fields.text}
        value={edits.shown.content}
        maxLength={maxNoteLength}
        error={edits.form.errorOf('content')}
        suggest={suggestLinks}
        notes={note.links}
        onChange={(content) => edits.edit({ content })}
        onSave={() => form.current?.requestSubmit()}
      />
      <TagsField
        tags={edits.shown.tags}
        error={edits.form.errorWithin('tags')}
        onChange={(tags) => edits.edit({ tags })}
      />
    </EditorFrame>
  )
}
