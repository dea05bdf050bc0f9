import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { featureKeys } from '../../live/refresh-changed.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { evidenceKinds, gateTitle } from './names.ts'
import type { Evidence, FeatureDetails, Gate } from './queries.ts'
import { ReportField } from './report-field.tsx'

interface AddEvidenceDialogProps {
  feature: FeatureDetails
  gate: Gate
  onClose: () => void
}

type Kind = Evidence['kind']

const labels: Partial<Record<Kind, string>> = {
  commit: 'Hash or address',
  pull_request: 'Number or address',
  check_run: 'Name or address',
  file: 'Path',
}

export function AddEvidenceDialog({ feature, gate, onClose }: AddEvidenceDialogProps) {
  const cache = useQueryClient()
  const [kind, setKind] = useState<Kind>(() => wantedAt(gate))
  const form = useSubmit(['kind', 'reference', 'content', 'title', 'gate'], async (given) => {
    const [reference, content, title] = ['reference', 'content', 'title'].map((name) => text(given, name))
    const { status, finding } = await call('evidence.add', {
      ...{ feature: feature.key, kind, gate: text(given, 'gate') || gate.name },
      ...(reference && { reference }),
      ...(content && { content }),
      ...(title && { title }),
    })
    showToast({ text: `Brought. ${finding}`, tone: status === 'failed' ? 'danger' : 'plain' })
    void Promise.all(featureKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
    onClose()
  })
  const ahead = feature.gates.slice(feature.gates.findIndex(({ name }) => name === gate.name))
  return (
    <Dialog title="Bring evidence" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <SelectField
          label="What it is"
          name="kind"
          options={evidenceKinds}
          defaultValue={kind}
          error={form.errorOf('kind')}
          onChange={setKind}
        />
        {kind === 'test_report' ? (
          <ReportField error={form.errorOf('content')} />
        ) : kind === 'note' ? (
          <Field label="Text" error={form.errorOf('content')}>
            {(control) => <textarea {...control} name="content" rows={4} className="control resize-y" />}
          </Field>
        ) : (
          <Field label={labels[kind] ?? 'Address'} error={form.errorOf('reference')}>
            {(control) => (
              <input
                {...control}
                name="reference"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={2000}
                placeholder={labels[kind] ? undefined : 'https://'}
                className="control"
              />
            )}
          </Field>
        )}
        <Field label="What to call it (optional)" error={form.errorOf('title')}>
          {(control) => (
            <input {...control} name="title" autoComplete="off" maxLength={200} className="control" />
          )}
        </Field>
        {ahead.length > 1 && (
          <SelectField
            label="For the gate"
            name="gate"
            options={ahead.map(({ name }) => ({ value: name, name: gateTitle(name) }))}
            defaultValue={gate.name}
            error={form.errorOf('gate')}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={form.busy}>
            Bring it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What the gate asks for first and does not have. */
function wantedAt({ requirements }: Gate): Kind {
  const wanted = requirements.flatMap(({ requirement, met }) =>
    !met && requirement.kind === 'evidence' ? requirement.anyOf : [],
  )
  return wanted[0] ?? 'note'
}
