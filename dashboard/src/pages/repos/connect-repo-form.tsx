import { texts as sharedTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { texts } from './texts.ts'

const { connectRepoForm } = texts

/** Connects a git repository and syncs it immediately, so that the list shows its contents. */
export function ConnectRepoForm({ project, onClose }: { project: string; onClose: () => void }) {
  const form = useSubmit(['url', 'branch', 'token'], async (given) => {
    const [branch, token] = [text(given, 'branch'), text(given, 'token')]
    const repo = await write('repos.connect', {
      project,
      url: text(given, 'url'),
      ...(branch && { branch }),
      ...(token && { token }),
    })
    showToast({ text: connectRepoForm.connected(repo.name) })
    onClose()
    await write('repos.sync', { repo: repo.id })
  })
  return (
    <form
      ref={focusFirst}
      onSubmit={form.submit}
      noValidate
      aria-label={connectRepoForm.label}
      className="mb-3 flex flex-col gap-4 rounded-lg border bg-surface p-5"
    >
      <FormMessage>{form.message}</FormMessage>
      <Field label={connectRepoForm.url} hint={connectRepoForm.urlHint} error={form.errorOf('url')}>
        {(control) => <input {...control} name="url" type="url" required className="control" />}
      </Field>
      <Field label={connectRepoForm.branch} hint={connectRepoForm.branchHint} error={form.errorOf('branch')}>
        {(control) => <input {...control} name="branch" className="control" />}
      </Field>
      <Field label={connectRepoForm.token} hint={connectRepoForm.tokenHint} error={form.errorOf('token')}>
        {(control) => (
          <input {...control} name="token" type="password" autoComplete="off" className="control" />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={form.busy}>
          {connectRepoForm.connect}
        </Button>
        <Button onClick={onClose}>{sharedTexts.cancel}</Button>
      </div>
    </form>
  )
}
