import { wordsOf } from '../../../../server/operations/tool-profiles.ts'
import type { Credential } from '../../client.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { textValues } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { texts } from './texts.ts'
import { ToolProfileField, chosenProfile } from './tool-profile-field.tsx'

export function ChangeTokenDialog({ token, onClose }: { token: Credential; onClose: () => void }) {
  const labels = texts.changeTokenDialog
  return (
    <OperationDialog
      operation="credentials.updateMcpToken"
      title={labels.title(token.name)}
      submitLabel={labels.save}
      input={(form) => {
        const profile = chosenProfile(form)
        // The same categories in another order are not a change, and must not notify the agent.
        const isChanged = wordsOf(profile).join() !== wordsOf(token.profile).join()
        return { mcpToken: token.id, ...textValues(form, 'name'), ...(isChanged && { profile }) }
      }}
      onDone={({ name }) => showToast({ text: labels.saved(name) })}
      onClose={onClose}
    >
      <TextField name="name" label={labels.name} defaultValue={token.name} />
      <ToolProfileField profile={token.profile} />
      <p className="text-[13px] text-muted">{labels.hint}</p>
    </OperationDialog>
  )
}
