import { useRef } from 'react'
import { text } from '../../ui/submit.ts'
import { write } from '../../write.ts'
import { EditorFrame } from '../knowledge/editor-frame.tsx'
import { useNewDocument } from '../knowledge/use-new-document.ts'
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
  const form = useRef<HTMLFormElement>(null)
  const edits = useNewDocument('skill', empty, async (skill) => {
    const given = new FormData(form.current!)
    const scope = text(given, 'scope') as Scope
    const team = text(given, 'team')
    const { id } = await write('skills.create', {
      ...skill,
      scope,
      ...(scope === 'team' && team && { team }),
    })
    return id
  })
  return (
    <EditorFrame
      ref={form}
      kind="skill"
      title={texts.newSkill.title}
      action={texts.newSkill.create}
      edits={edits}
    >
      <SkillFields edits={edits} />
      <div className="grid gap-4 md:grid-cols-2">
        <ScopeFields scope="personal" team={null} />
      </div>
    </EditorFrame>
  )
}
