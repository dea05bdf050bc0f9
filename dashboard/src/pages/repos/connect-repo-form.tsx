import { TextField } from '../../ui/form-fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { card } from '../../ui/section.tsx'
import { filledTextValues, text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { texts } from './texts.ts'

const { connectRepoForm } = texts

/** Connects a git repository and syncs it immediately, so that the list shows its contents. */
export function ConnectRepoForm({ project, onClose }: { project: string; onClose: () => void }) {
  const form = useSubmit(async (data) => {
    const repo = await write('repos.connect', {
      project,
      url: text(data, 'url'),
      ...filledTextValues(data, 'branch', 'token'),
    })
    showToast({ text: connectRepoForm.connected(repo.name) })
    onClose()
    await write('repos.sync', { repo: repo.id })
  })
  return (
    <Form
      form={form}
      operation="repos.connect"
      ref={focusFirst}
      aria-label={connectRepoForm.label}
      className={`mb-3 flex flex-col gap-4 p-5 ${card}`}
    >
      <TextField name="url" label={connectRepoForm.url} hint={connectRepoForm.urlHint} type="url" required />
      <TextField name="branch" label={connectRepoForm.branch} hint={connectRepoForm.branchHint} />
      <TextField
        name="token"
        label={connectRepoForm.token}
        hint={connectRepoForm.tokenHint}
        type="password"
      />
      <FormButtons submitLabel={connectRepoForm.connect} onCancel={onClose} />
    </Form>
  )
}
