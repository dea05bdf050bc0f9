import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { upload } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Scope } from './queries.ts'
import { ScopeFields } from './scope-fields.tsx'

/** A folder with a SKILL.md, as a zip of this device. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [part, setPart] = useState<number | null>(null)
  const form = useSubmit(['archive', 'scope', 'team'], async (given) => {
    const scope = text(given, 'scope') as Scope
    const team = text(given, 'team')
    try {
      const { id, name, revision } = await upload(
        'skills.import',
        {
          ...{ archive: given.get('archive') as File, scope },
          ...(scope === 'team' && team && { team }),
          ...(given.get('replace') && { replace: true }),
        },
        setPart,
      )
      void cache.invalidateQueries({ queryKey: ['skills'] })
      void cache.invalidateQueries({ queryKey: ['skill'] })
      showToast({ text: revision === 1 ? `Imported ${name}.` : `Imported ${name}, as revision ${revision}.` })
      await navigate({ to: '/skills/$skill', params: { skill: id } })
    } finally {
      setPart(null)
    }
  })
  return (
    <Dialog title="Import a skill" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field
          label="Zip of its folder"
          hint="With a SKILL.md in it, and the texts beside that."
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
          If there is one with its slug already, make it the next revision of that
        </label>
        {part !== null && <progress aria-label="How much was sent" value={part} className="w-full" />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Import
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
