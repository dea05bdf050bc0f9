import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CheckField, TextField } from '../../ui/form-fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { refreshKinds } from '../../write.ts'
import { ScopeFields, scopeIn } from './scope-fields.tsx'
import { texts } from './texts.ts'
import { upload } from '../../upload.ts'

/** Uploads a zip file with a SKILL.md. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { importDialog } = texts
  const navigate = useNavigate()
  const [progress, setProgress] = useState<number | null>(null)
  async function send(form: FormData): Promise<void> {
    const archive = form.get('archive') as File
    const input = { archive, ...scopeIn(form), ...(form.has('replace') && { replace: true }) }
    const { id, name, revision } = await upload('skills.import', input, setProgress).finally(() =>
      setProgress(null),
    )
    void refreshKinds('skill')
    showToast({
      text: revision === 1 ? importDialog.imported(name) : importDialog.importedRevision(name, revision),
    })
    await navigate({ to: '/skills/$skill', params: { skill: id } })
  }
  return (
    <FormDialog title={importDialog.title} submitLabel={importDialog.import} send={send} onClose={onClose}>
      <TextField
        name="archive"
        label={importDialog.archive}
        hint={importDialog.archiveHint}
        type="file"
        accept=".zip,application/zip"
      />
      <ScopeFields scope="personal" team={null} />
      <CheckField name="replace" label={importDialog.replace} />
      {progress !== null && (
        <progress aria-label={importDialog.progress} value={progress} className="w-full" />
      )}
    </FormDialog>
  )
}
