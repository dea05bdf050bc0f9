import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { DeleteDocument } from '../knowledge/delete-document.tsx'
import { DocumentHeader, DocumentKey, EditButton } from '../knowledge/document-page.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { useReopenDecision } from './decision-changes.ts'
import { DecisionStatus } from './decision-status.tsx'
import type { DecisionDetails } from './queries.ts'
import { ResolveDialog, type Resolution } from './resolve-dialog.tsx'
import { SupersedeDialog } from './supersede-dialog.tsx'
import { texts } from './texts.ts'

interface DecisionHeaderProps {
  decision: DecisionDetails
  onEdit: () => void
}

export function DecisionHeader({ decision, onEdit }: DecisionHeaderProps) {
  const { key, title, status, may } = decision
  const [open, setOpen] = useState<Resolution | 'supersede' | null>(null)
  const close = () => setOpen(null)
  const { header } = texts
  return (
    <DocumentHeader
      title={title}
      place={<DocumentKey>{key}</DocumentKey>}
      badges={<DecisionStatus status={status} />}
      actions={
        <>
          {may.resolve && status === 'proposed' && (
            <>
              <Button onClick={() => setOpen('rejected')}>{header.reject}</Button>
              <Button kind="primary" onClick={() => setOpen('accepted')}>
                {header.accept}
              </Button>
            </>
          )}
          {may.edit && <EditButton onEdit={onEdit} />}
          <DecisionActions decision={decision} onOpen={setOpen} />
        </>
      }
    >
      {open === 'supersede' && <SupersedeDialog decision={decision} onClose={close} />}
      {open !== null && open !== 'supersede' && (
        <ResolveDialog decision={decision} resolution={open} onClose={close} />
      )}
    </DocumentHeader>
  )
}

interface DecisionActionsProps {
  decision: DecisionDetails
  onOpen: (dialog: Resolution | 'supersede') => void
}

function DecisionActions({ decision, onOpen }: DecisionActionsProps) {
  const { id, key, status, may } = decision
  const reopen = useReopenDecision(decision)
  const { actions } = texts
  if (!may.resolve && !may.delete) return null
  return (
    <RowMenu label={knowledgeTexts.actions(key)}>
      {may.resolve && status === 'accepted' && (
        <MenuItem onSelect={() => onOpen('supersede')}>{actions.supersede}</MenuItem>
      )}
      {may.resolve && status === 'rejected' && (
        <MenuItem onSelect={() => reopen.mutate()}>{actions.reopen}</MenuItem>
      )}
      {may.resolve && status !== 'proposed' && (
        <MenuItem onSelect={() => onOpen('outcome')}>{actions.editOutcome}</MenuItem>
      )}
      {may.delete && <DeleteDocument kind="decision" id={id} at={key} name={key} />}
    </RowMenu>
  )
}
