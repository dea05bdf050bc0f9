import { useQueryClient } from '@tanstack/react-query'
import { wordsOf } from '../../../../server/doors/mcp/tools/tool-profiles.ts'
import { type Credential, call } from '../../client.ts'
import { tokensQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { ToolProfileField, chosenProfile } from './tool-profile-field.tsx'

export function ChangeTokenDialog({ token, onClose }: { token: Credential; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useSubmit(['name', 'profile'], async (given) => {
    const profile = chosenProfile(given)
    // The same kinds in another order are no change that an agent should be told of.
    const isOther = wordsOf(profile).join() !== wordsOf(token.profile).join()
    const { name } = await call('credentials.updateMcpToken', {
      ...{ mcpToken: token.id, name: text(given, 'name') },
      ...(isOther && { profile }),
    })
    void cache.invalidateQueries({ queryKey: tokensQuery.queryKey })
    showToast({ text: `“${name}” is changed.` })
    onClose()
  })
  return (
    <Dialog title={`Change “${token.name}”`} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label="Name" error={form.errorOf('name')}>
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
        <p className="text-[13px] text-muted">
          It stays connected. What it may do and reach cannot be changed: make another token for that.
        </p>
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
