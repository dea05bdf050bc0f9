import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { upload } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { refreshKinds } from '../../write.ts'
import type { Scope } from './queries.ts'
import { ScopeFields } from './scope-fields.tsx'
import { texts } from './texts.ts'

/** Uploads a zip file with a SKILL.md. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { importDialog } = texts
  const navigate = useNavigate()
  const [progress, setProgress] = useState<number | null>(null)
  const form = useSubmit(['archive', 'scope', 'team'], async (given) => {
    const scope = text(given, 'scope') as Scope
    const team = text(given, 'team')
    try {
      const { id, name, revision } = await upload(
        'skills.import',
        {
          archive: given.get('archive') as File,
          scope,
          ...(scope === 'team' && team && { team }),
          ...(given.get('replace') && { replace: true }),
        },
        setProgress,
      )
      void refreshKinds('skill')
      showToast({
        text: revision === 1 ? importDialog.imported(name) : importDialog.importedRevision(name, revision),
      })
      await navigate({ to: '/skills/$skill', params: { skill: id } })
    } finally {
      setProgress(null)
    }
  })
  return (
    <Dialog title={importDialog.title} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field
          label={importDialog.archive}
          hint={importDialog.archiveHint}
          error={form.errorWithin('archive')}
        >
          {(control) => (
            <input
              {...control}
              data-first
              type="file"
              name="archive"
              accept=".zip,application/zip"
              className="control"
            />
          )}
        </Field>
        <ScopeFields scope="personal" team={null} errorOf={form.errorOf} />
        <label className="flex items-start gap-2">
          <input type="checkbox" name="replace" className="mt-0.5 size-4 shrink-0 accent-(--color-accent)" />
          {importDialog.replace}
        </label>
        {progress !== null && (
          <progress aria-label={importDialog.progress} value={progress} className="w-full" />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{importDialog.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            {importDialog.import}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
