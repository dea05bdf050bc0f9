import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { call } from '../../client.ts'
import { EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { ProjectField } from '../knowledge/project-choice.tsx'
import { suggestLinks } from '../knowledge/suggest-links.ts'
import { TagsField } from '../knowledge/tags.tsx'
import { maxNoteLength } from './note-editor.tsx'

export function NewNotePage() {
  const { title = '', of = '' } = useSearch({ from: '/shell/notes/new' })
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const empty = useMemo(() => ({ project: of, title, content: '', tags: [] as string[] }), [of, title])
  const edits = useEdits(empty, {
    fields: ['project', 'title', 'content', 'tags'],
    save: async (set) => {
      const { project, title: called, ...rest } = { ...empty, ...set }
      const { id } = await call('notes.create', {
        ...rest,
        // Without a title it is called as it begins.
        ...(called.trim() && { title: called }),
        ...(project && { project }),
      })
      void cache.invalidateQueries({ queryKey: ['notes'] })
      // What others link to under this title is there now.
      void cache.invalidateQueries({ queryKey: ['note'] })
      await navigate({ to: '/notes/$note', params: { note: id }, replace: true })
    },
    refresh: () => Promise.resolve(),
  })
  return (
    <EditorFrame
      ref={form}
      title="New note"
      what="The note"
      action="Create note"
      edits={edits}
      texts={[]}
      onClose={() => void navigate({ to: '/notes' })}
    >
      <div className="grid gap-4 md:grid-cols-[2fr_1fr]">
        <EditText
          edits={edits}
          name="title"
          label="Title"
          maxLength={300}
          placeholder="If left empty: how the text begins"
        />
        <ProjectField
          none="Only mine, of no project"
          value={of}
          error={edits.form.errorOf('project')}
          onChange={(project) => edits.edit({ project })}
        />
      </div>
      <MarkdownEditor
        label="Text"
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
