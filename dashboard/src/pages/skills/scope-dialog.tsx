import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import type { Skill } from './queries.ts'
import { ScopeFields, scopeIn } from './scope-fields.tsx'
import { texts } from './texts.ts'

export function ScopeDialog({ skill, onClose }: { skill: Skill; onClose: () => void }) {
  const { title, save, saved } = texts.scopeDialog
  return (
    <OperationDialog
      operation="skills.update"
      title={title(skill.name)}
      submitLabel={save}
      input={(form) => ({ skill: skill.id, ...scopeIn(form) })}
      onDone={({ scope, name }) => showToast({ text: saved[scope](name) })}
      onClose={onClose}
    >
      <ScopeFields scope={skill.scope} team={skill.teamId} />
    </OperationDialog>
  )
}
