import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { decisionKeys } from '../../live/refresh-changed.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { type DecisionDetails, decisionsQuery } from './queries.ts'

/** Another decision holds in its place: one that is there and accepted, or a new one. */
export function SupersedeDialog({ decision, onClose }: { decision: DecisionDetails; onClose: () => void }) {
  const cache = useQueryClient()
  const { key, project } = decision
  const [by, setBy] = useState<string | null>(null)
  const accepted = useInfiniteQuery(decisionsQuery({ status: ['accepted'] })).data
  const others = accepted?.pages.flatMap(({ items }) => items).filter((other) => other.key !== key) ?? []
  const form = useSubmit(['supersededBy'], async () => {
    await call('decisions.resolve', { decision: key, supersededBy: by ?? '' })
    await Promise.all(decisionKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
    showToast({ text: `${by} holds in place of ${key} now.` })
    onClose()
  })
  return (
    <Dialog title={`Supersede ${key}`} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <Field
          label="The decision that holds in its place"
          hint="One that is accepted."
          error={form.errorOf('supersededBy')}
        >
          {(control) => (
            <Combobox
              {...control}
              placeholder="Find it by its title"
              options={others.map((other) => ({ value: other.key, label: other.title, detail: other.key }))}
              value={by}
              onChange={setBy}
            />
          )}
        </Field>
        <p className="text-muted">
          Or{' '}
          <Link
            to="/decisions/new"
            search={{ of: project?.slug, supersedes: key }}
            className="font-medium text-accent underline underline-offset-2"
          >
            log a new one
          </Link>{' '}
          that does.
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy} disabled={by === null}>
            Supersede it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
