import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Scope, Skill } from './queries.ts'
import { ScopeFields } from './scope-fields.tsx'
import { texts } from './texts.ts'

export function ScopeDialog({ skill, onClose }: { skill: Skill; onClose: () => void }) {
  const { scopeDialog } = texts
  const form = useSubmit(['scope', 'team'], async (given) => {
    const scope = text(given, 'scope') as Scope
    const team = text(given, 'team')
    await write('skills.update', { skill: skill.id, scope, ...(scope === 'team' && team && { team }) })
    showToast({ text: scopeDialog.saved[scope](skill.name) })
    onClose()
  })
  return (
    <Dialog title={scopeDialog.title(skill.name)} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <ScopeFields scope={skill.scope} team={skill.teamId} errorOf={form.errorOf} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{scopeDialog.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {scopeDialog.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
