import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useEdits } from '../../ui/edits.tsx'
import { text } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import type { Scope, SkillFile } from './queries.ts'
import { ScopeFields } from './scope-fields.tsx'
import { SkillFields } from './skill-fields.tsx'
import { texts } from './texts.ts'

const empty = {
  name: '',
  description: '',
  content: texts.newSkill.outline,
  files: [] as SkillFile[],
  tags: [] as string[],
}

export function NewSkillPage() {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const edits = useEdits(empty, {
    fields: ['name', 'description', 'content', 'files', 'tags'],
    save: async (set) => {
      const given = new FormData(form.current!)
      const scope = text(given, 'scope') as Scope
      const team = text(given, 'team')
      const { id } = await write('skills.create', {
        ...empty,
        ...set,
        scope,
        ...(scope === 'team' && team && { team }),
      })
      await navigate({ to: '/skills/$skill', params: { skill: id }, replace: true })
    },
    refresh: () => Promise.resolve(),
  })
  return (
    <EditorFrame
      ref={form}
      title={texts.newSkill.title}
      what={texts.newSkill.subject}
      action={texts.newSkill.create}
      edits={edits}
      versions={[]}
      onClose={() => void navigate({ to: '/skills' })}
    >
      <SkillFields edits={edits} onSave={() => form.current?.requestSubmit()} />
      <div className="grid gap-4 md:grid-cols-2">
        <ScopeFields scope="personal" team={null} />
      </div>
    </EditorFrame>
  )
}
