import { TextField } from '../../ui/form-fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { focusFirst } from '../../ui/focus.ts'
import { filledTextValues, text, useSubmit } from '../../ui/submit.ts'
import { connectRepo } from './repo-changes.ts'
import { texts } from './texts.ts'

const { connectDialog: dialog } = texts

/** Connects a repository by its URL, with its own token if it is private. */
export function ConnectByUrl({ project, onClose }: { project: string; onClose: () => void }) {
  const form = useSubmit(async (data) => {
    await connectRepo({ project, url: text(data, 'url'), ...filledTextValues(data, 'branch', 'token') })
    onClose()
  })
  return (
    <Form form={form} operation="repos.connect" ref={focusFirst} aria-label={dialog.title}>
      <TextField name="url" label={dialog.url} hint={dialog.urlHint} type="url" required />
      <TextField name="branch" label={dialog.branch} hint={dialog.branchHint} />
      <TextField name="token" label={dialog.token} hint={dialog.tokenHint} type="password" />
      <FormButtons submitLabel={dialog.connect} onCancel={onClose} />
    </Form>
  )
}
