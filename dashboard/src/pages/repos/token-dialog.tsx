import { call } from '../../client.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { text } from '../../ui/submit.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { refreshKinds } from '../../write.ts'
import type { Repo } from './repo-changes.ts'
import { texts } from './texts.ts'

const { tokenDialog } = texts

/** Sets or replaces the token of a repository. Connecting it again changes only the given fields. */
export function TokenDialog({ repo, onClose }: { repo: Repo; onClose: () => void }) {
  return (
    <OperationDialog
      operation="repos.connect"
      title={tokenDialog.title(repo.name)}
      submitLabel={tokenDialog.save}
      input={(form) => ({
        project: repo.project.slug,
        url: repo.url,
        access: 'token' as const,
        token: text(form, 'token'),
      })}
      onDone={() => {
        showToast({ text: tokenDialog.saved(repo.name) })
        void call('repos.sync', { repo: repo.id })
          .catch(showProblem)
          .finally(() => refreshKinds('repo'))
      }}
      onClose={onClose}
    >
      <TextField name="token" type="password" label={tokenDialog.token} hint={tokenDialog.tokenHint} />
    </OperationDialog>
  )
}
