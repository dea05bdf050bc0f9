import { useSearch } from '@tanstack/react-router'
import { write } from '../../write.ts'
import { ContentField, TitleAndProject } from '../knowledge/document-fields.tsx'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { TagsField } from '../knowledge/tags.tsx'
import { useNewDocument } from '../knowledge/use-new-document.ts'
import { maxNoteLength } from './note-editor.tsx'
import { texts } from './texts.ts'

export function NewNotePage() {
  const { title = '', of = '' } = useSearch({ from: '/shell/notes/new' })
  const { newNote } = texts
  const edits = useNewDocument(
    'note',
    { project: of, title, content: '', tags: [] as string[] },
    async ({ project, title: typedTitle, ...rest }) => {
      const { id } = await write('notes.create', {
        ...rest,
        // Without a title, the server uses the first line.
        ...(typedTitle.trim() && { title: typedTitle }),
        ...(project && { project }),
      })
      return id
    },
  )
  return (
    <EditorFrame kind="note" title={newNote.title} action={newNote.create} edits={edits}>
      <TitleAndProject
        edits={edits}
        titlePlaceholder={newNote.titlePlaceholder}
        noProject={newNote.noProject}
      />
      <ContentField edits={edits} maxLength={maxNoteLength} />
      <TagsField edits={edits} />
    </EditorFrame>
  )
}
