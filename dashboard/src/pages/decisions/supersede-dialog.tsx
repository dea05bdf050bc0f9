import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { type DecisionDetails, decisionsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** Supersedes a decision with an accepted one, or leads to the form for a new one. */
export function SupersedeDialog({ decision, onClose }: { decision: DecisionDetails; onClose: () => void }) {
  const dialog = texts.supersedeDialog
  const { key, project } = decision
  const [by, setBy] = useState<string | null>(null)
  const accepted = useInfiniteQuery(decisionsQuery({ status: ['accepted'] })).data
  const others = accepted?.pages.flatMap(({ items }) => items).filter((other) => other.key !== key) ?? []
  const form = useSubmit(['supersededBy'], async () => {
    await write('decisions.resolve', { decision: key, supersededBy: by ?? '' })
    showToast({ text: dialog.done(by ?? '', key) })
    onClose()
  })
  return (
    <Dialog title={dialog.title(key)} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field label={dialog.label} hint={dialog.hint} error={form.errorOf('supersededBy')}>
          {(control) => (
            <Combobox
              {...control}
              placeholder={dialog.placeholder}
              options={others.map((other) => ({ value: other.key, label: other.title, detail: other.key }))}
              value={by}
              onChange={setBy}
            />
          )}
        </Field>
        <p className="text-muted">
          {dialog.or}{' '}
          <Link
            to="/decisions/new"
            search={{ of: project?.slug, supersedes: key }}
            className="font-medium text-accent underline underline-offset-2"
          >
            {dialog.logNew}
          </Link>
          .
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{dialog.cancel}</Button>
          <Button type="submit" kind="primary" busy={form.busy} disabled={by === null}>
            {dialog.supersede}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
