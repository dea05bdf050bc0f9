import { wordsOf } from '../../../../server/operations/tool-profiles.ts'
import type { Credential } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { texts } from './texts.ts'
import { ToolProfileField, chosenProfile } from './tool-profile-field.tsx'

export function ChangeTokenDialog({ token, onClose }: { token: Credential; onClose: () => void }) {
  const labels = texts.changeTokenDialog
  const form = useSubmit(['name', 'profile'], async (given) => {
    const profile = chosenProfile(given)
    // The same categories in another order are not a change, and must not notify the agent.
    const isChanged = wordsOf(profile).join() !== wordsOf(token.profile).join()
    const { name } = await write('credentials.updateMcpToken', {
      mcpToken: token.id,
      name: text(given, 'name'),
      ...(isChanged && { profile }),
    })
    showToast({ text: labels.saved(name) })
    onClose()
  })
  return (
    <Dialog title={labels.title(token.name)} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label={labels.name} error={form.errorOf('name')}>
          {(control) => (
            <input
              {...control}
              name="name"
              autoComplete="off"
              maxLength={120}
              defaultValue={token.name}
              className="control"
            />
          )}
        </Field>
        <ToolProfileField error={form.errorOf('profile')} profile={token.profile} />
        <p className="text-[13px] text-muted">{labels.hint}</p>
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {labels.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
