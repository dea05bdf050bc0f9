import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../client.ts'
import { noteKeys } from '../../live/refresh-changed.ts'
import { EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import { showToast } from '../../ui/toasts.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { suggestLinks } from '../knowledge/suggest-links.ts'
import { TagsField } from '../knowledge/tags.tsx'
import { type Note, noteQuery } from './queries.ts'

export const maxNoteLength = 500_000

export function NoteEditor({ note, onClose }: { note: Note; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const edits = useEdits(note, {
    fields: ['title', 'content', 'tags'],
    save: async (set) => {
      const saved = await call('notes.update', { note: note.id, ...set }, { ifMatch: note.version })
      cache.setQueryData(noteQuery(note.id).queryKey, saved)
      await Promise.all(noteKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
      showToast({ text: `Saved “${saved.title}”.` })
    },
    refresh: () => cache.refetchQueries({ queryKey: noteQuery(note.id).queryKey }),
  })
  return (
    <EditorFrame
      ref={form}
      title={`Edit ${note.title}`}
      what="The note"
      action="Save"
      edits={edits}
      texts={[
        { name: 'Title', theirs: note.title, mine: edits.shown.title },
        { name: 'Text', theirs: note.content, mine: edits.shown.content },
        { name: 'Tags', theirs: note.tags.join(', '), mine: edits.shown.tags.join(', ') },
      ]}
      onClose={onClose}
    >
      <EditText edits={edits} name="title" label="Title" maxLength={300} />
      <MarkdownEditor
        label="Text"
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
