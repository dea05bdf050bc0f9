import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'

/** Any git repository that is read over https. It is read at once, so that there is something to see. */
export function ConnectRepoForm({ project, onClose }: { project: string; onClose: () => void }) {
  const form = useSubmit(['url', 'branch', 'token'], async (given) => {
    const [branch, token] = [text(given, 'branch'), text(given, 'token')]
    const repo = await write('repos.connect', {
      ...{ project, url: text(given, 'url') },
      ...(branch && { branch }),
      ...(token && { token }),
    })
    showToast({ text: `Connected ${repo.name}.` })
    onClose()
    await write('repos.sync', { repo: repo.id })
  })
  return (
    <form
      ref={focusFirst}
      onSubmit={form.submit}
      noValidate
      aria-label="Connect a repository"
      className="mb-3 flex flex-col gap-4 rounded-lg border bg-surface p-5"
    >
      <FormMessage>{form.message}</FormMessage>
      <Field label="Address" hint="Such as https://github.com/owner/name." error={form.errorOf('url')}>
        {(control) => <input {...control} name="url" type="url" required className="control" />}
      </Field>
      <Field label="Branch" hint="Left empty: its default branch." error={form.errorOf('branch')}>
        {(control) => <input {...control} name="branch" className="control" />}
      </Field>
      <Field
        label="Token"
        hint="Only for a private one: a token that may read it. It is kept encrypted and never shown again."
        error={form.errorOf('token')}
      >
        {(control) => (
          <input {...control} name="token" type="password" autoComplete="off" className="control" />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          Connect it
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
