import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { MarkdownEditor } from '../../ui/markdown-editor.tsx'
import { write } from '../../write.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { ProjectField } from '../knowledge/project-choice.tsx'
import { suggestLinks } from '../knowledge/suggest-links.ts'
import { texts } from './texts.ts'

const { newSpec } = texts

export function NewSpecPage() {
  const { of = '' } = useSearch({ from: '/shell/specs/new' })
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const edits = useEdits(
    { project: of, title: '', content: newSpec.outline },
    {
      fields: ['project', 'title', 'content'],
      save: async (set) => {
        const { key } = await write('specs.create', {
          project: of,
          title: '',
          content: newSpec.outline,
          ...set,
        })
        await navigate({ to: '/specs/$spec', params: { spec: key }, replace: true })
      },
      refresh: () => Promise.resolve(),
    },
  )
  return (
    <EditorFrame
      ref={form}
      title={newSpec.title}
      what={newSpec.subject}
      action={newSpec.create}
      edits={edits}
      versions={[]}
      onClose={() => void navigate({ to: '/specs' })}
    >
      <div className="grid gap-4 md:grid-cols-[2fr_1fr]">
        <EditText
          edits={edits}
          name="title"
          label={texts.fields.title}
          maxLength={300}
          placeholder={newSpec.titlePlaceholder}
        />
        <ProjectField
          value={of}
          error={edits.form.errorOf('project')}
          onChange={(project) => edits.edit({ project })}
        />
      </div>
      <MarkdownEditor
        label={texts.fields.text}
        value={edits.shown.content}
        maxLength={300_000}
        error={edits.form.errorOf('content')}
        suggest={suggestLinks}
        onChange={(content) => edits.edit({ content })}
        onSave={() => form.current?.requestSubmit()}
      />
    </EditorFrame>
  )
}
