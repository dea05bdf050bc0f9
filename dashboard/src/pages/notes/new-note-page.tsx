import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import { write } from '../../write.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { ProjectField } from '../knowledge/project-choice.tsx'
import { suggestLinks } from '../knowledge/suggest-links.ts'
import { TagsField } from '../knowledge/tags.tsx'
import { maxNoteLength } from './note-editor.tsx'
import { texts } from './texts.ts'

export function NewNotePage() {
  const { title = '', of = '' } = useSearch({ from: '/shell/notes/new' })
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const empty = useMemo(() => ({ project: of, title, content: '', tags: [] as string[] }), [of, title])
  const edits = useEdits(empty, {
    fields: ['project', 'title', 'content', 'tags'],
    save: async (set) => {
      const { project, title: typedTitle, ...rest } = { ...empty, ...set }
      const { id } = await write('notes.create', {
        ...rest,
        // Without a title, the server uses the first line.
        ...(typedTitle.trim() && { title: typedTitle }),
        ...(project && { project }),
      })
      await navigate({ to: '/notes/$note', params: { note: id }, replace: true })
    },
    refresh: () => Promise.resolve(),
  })
  return (
    <EditorFrame
      ref={form}
      title={texts.newNote.title}
      what={texts.newNote.subject}
      action={texts.newNote.create}
      edits={edits}
      versions={[]}
      onClose={() => void navigate({ to: '/notes' })}
    >
      <div className="grid gap-4 md:grid-cols-[2fr_1fr]">
        <EditText
          edits={edits}
          name="title"
          label={texts.fields.title}
          maxLength={300}
          placeholder={texts.newNote.titlePlaceholder}
        />
        <ProjectField
          none={texts.newNote.noProject}
          value={of}
          error={edits.form.errorOf('project')}
          onChange={(project) => edits.edit({ project })}
        />
      </div>
      <MarkdownEditor
        label={texts.fields.text}
        value={edits.shown.content}
        maxLength={maxNoteLength}
        error={edits.form.errorOf('content')}
        suggest={suggestLinks}
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
