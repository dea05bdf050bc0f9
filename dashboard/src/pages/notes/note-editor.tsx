import { useQueryClient } from '@tanstack/react-query'
import { EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { ContentField } from '../knowledge/document-fields.tsx'
import { documentKinds } from '../knowledge/document-kinds.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { TagsField } from '../knowledge/tags.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import type { Note } from './queries.ts'
import { texts } from './texts.ts'

export const maxNoteLength = 500_000

export function NoteEditor({ note, onClose }: { note: Note; onClose: () => void }) {
  const { editorFrame, fields } = knowledgeTexts
  const cache = useQueryClient()
  const edits = useEdits(note, {
    fields: ['title', 'content', 'tags'],
    save: async (set) => {
      const saved = await write('notes.update', { note: note.id, ...set }, { ifMatch: note.version })
      showToast({ text: texts.editor.saved(saved.title) })
    },
    refresh: () => cache.refetchQueries(documentKinds.note.get(note.id)),
  })
  return (
    <EditorFrame
      kind="note"
      title={editorFrame.title(note.title)}
      action={texts.editor.save}
      edits={edits}
      saved={{ item: note, fields: { title: fields.title, content: fields.text, tags: fields.tags } }}
      onClose={onClose}
    >
      <EditText edits={edits} name="title" label={fields.title} maxLength={300} />
      <ContentField edits={edits} maxLength={maxNoteLength} notes={note.links} attachTo={note.id} />
      <TagsField edits={edits} />
    </EditorFrame>
  )
}
