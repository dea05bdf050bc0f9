import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { type DecisionDetails, decisionsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** Supersedes a decision with an accepted one, or leads to the form for a new one. */
export function SupersedeDialog({ decision, onClose }: { decision: DecisionDetails; onClose: () => void }) {
  const dialog = texts.supersedeDialog
  const { key, project } = decision
  const [by, setBy] = useState<string | null>(null)
  const accepted = useInfiniteQuery(decisionsQuery({ status: ['accepted'] })).data
  const others = accepted?.pages.flatMap(({ items }) => items).filter((other) => other.key !== key) ?? []
  return (
    <OperationDialog
      operation="decisions.resolve"
      title={dialog.title(key)}
      submitLabel={dialog.supersede}
      disabled={by === null}
      input={() => ({ decision: key, supersededBy: by ?? '' })}
      onDone={() => showToast({ text: dialog.done(by ?? '', key) })}
      onClose={onClose}
    >
      <Field name="supersededBy" label={dialog.label} hint={dialog.hint}>
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
    </OperationDialog>
  )
}
