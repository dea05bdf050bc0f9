import { useState } from 'react'
import textLimits from '../../../../contract/text-limits.json'
import { MarkdownTextField } from '../../ui/editor/markdown-text-field.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { filledTextValues, text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import type { DecisionDetails } from './queries.ts'
import { texts } from './texts.ts'

const limits = textLimits['decisions.resolve']

/** The new status of a decision, or only an edit of its outcome. */
export type Resolution = 'accepted' | 'rejected' | 'outcome'

interface ResolveDialogProps {
  decision: DecisionDetails
  resolution: Resolution
  onClose: () => void
}

export function ResolveDialog({ decision, resolution, onClose }: ResolveDialogProps) {
  const { key, outcome } = decision
  const { comment, [resolution]: dialog } = texts.resolveDialog
  const [result, setResult] = useState(outcome)
  const [remark, setRemark] = useState('')
  return (
    <OperationDialog
      operation="decisions.resolve"
      title={dialog.title(key)}
      submitLabel={dialog.action}
      kind={resolution === 'rejected' ? 'danger' : 'primary'}
      input={(form) => ({
        decision: key,
        ...(resolution === 'outcome'
          ? { outcome: text(form, 'outcome').trim() }
          : { status: resolution, ...filledTextValues(form, 'outcome', 'remark') }),
      })}
      onDone={() => showToast({ text: dialog.done(key) })}
      onClose={onClose}
    >
      {dialog.text && <p>{dialog.text}</p>}
      <MarkdownTextField
        name="outcome"
        label={dialog.outcome}
        hint={dialog.hint}
        value={result}
        maxLength={limits.outcome}
        attachTo={key}
        onChange={setResult}
      />
      {resolution !== 'outcome' && (
        <MarkdownTextField
          name="remark"
          label={comment}
          value={remark}
          maxLength={limits.remark}
          attachTo={key}
          onChange={setRemark}
        />
      )}
    </OperationDialog>
  )
}
