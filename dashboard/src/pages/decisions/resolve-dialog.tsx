import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { decisionKeys } from '../../live/refresh-changed.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import type { DecisionDetails } from './queries.ts'

/** What becomes of it; or only what came of it later. */
export type Resolution = 'accepted' | 'rejected' | 'outcome'

const words = {
  accepted: {
    title: 'Accept',
    action: 'Accept it',
    told: 'is accepted',
    said: 'What follows from it (optional)',
  },
  rejected: {
    title: 'Reject',
    action: 'Reject it',
    told: 'is rejected',
    said: 'What is done instead (optional)',
  },
  outcome: {
    title: 'What came of',
    action: 'Save',
    told: 'tells what came of it now',
    said: 'What came of it',
  },
}

interface ResolveDialogProps {
  decision: DecisionDetails
  resolution: Resolution
  onClose: () => void
}

export function ResolveDialog({ decision, resolution, onClose }: ResolveDialogProps) {
  const cache = useQueryClient()
  const { key, outcome } = decision
  const { title, action, told, said } = words[resolution]
  const form = useSubmit(['outcome', 'remark'], async (given) => {
    const remark = text(given, 'remark').trim()
    const came = text(given, 'outcome').trim()
    await call('decisions.resolve', {
      decision: key,
      ...(resolution !== 'outcome' && { status: resolution }),
      ...((came || resolution === 'outcome') && { outcome: came }),
      ...(remark && { remark }),
    })
    await Promise.all(decisionKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
    showToast({ text: `${key} ${told}.` })
    onClose()
  })
  return (
    <Dialog title={`${title} ${key}${resolution === 'outcome' ? '' : '?'}`} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        {resolution === 'accepted' && (
          <p>
            What is accepted stays as it is written. Should it ever be otherwise, another decision supersedes
            it.
          </p>
        )}
        <Field label={said} hint="Markdown." error={form.errorOf('outcome')}>
          {(control) => (
            <textarea
              {...control}
              name="outcome"
              rows={4}
              maxLength={20_000}
              defaultValue={outcome}
              className="control field-sizing-content max-h-72 min-h-20 resize-none"
            />
          )}
        </Field>
        {resolution !== 'outcome' && (
          <Field label="A word to the discussion (optional)" error={form.errorOf('remark')}>
            {(control) => (
              <textarea
                {...control}
                name="remark"
                rows={2}
                maxLength={20_000}
                className="control field-sizing-content max-h-48 min-h-16 resize-none"
              />
            )}
          </Field>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={resolution === 'rejected' ? 'danger' : 'primary'} busy={form.busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
