import { Link } from '@tanstack/react-router'
import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { useDeleteDecision, useReopenDecision } from './decision-changes.ts'
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
    <header className="mb-5">
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <Link to="/decisions" className="text-[13px] text-muted hover:text-ink hover:underline">
          {header.decisions}
        </Link>
        <span aria-hidden className="text-muted">
          /
        </span>
        <span className="font-mono text-xs text-muted">{key}</span>
        <DecisionStatus status={status} />
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {may.resolve && status === 'proposed' && (
            <>
              <Button onClick={() => setOpen('rejected')}>{header.reject}</Button>
              <Button kind="primary" onClick={() => setOpen('accepted')}>
                {header.accept}
              </Button>
            </>
          )}
          {may.edit && (
            <Button onClick={onEdit}>
              <PencilIcon /> {header.edit}
            </Button>
          )}
          <DecisionActions decision={decision} onOpen={setOpen} />
        </span>
      </div>
      <h1 id="decision-title" className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {title}
      </h1>
      {open === 'supersede' && <SupersedeDialog decision={decision} onClose={close} />}
      {open !== null && open !== 'supersede' && (
        <ResolveDialog decision={decision} resolution={open} onClose={close} />
      )}
    </header>
  )
}

interface DecisionActionsProps {
  decision: DecisionDetails
  onOpen: (dialog: Resolution | 'supersede') => void
}

function DecisionActions({ decision, onOpen }: DecisionActionsProps) {
  const { key, status, may } = decision
  const reopen = useReopenDecision(decision)
  const remove = useDeleteDecision(decision)
  const { actions } = texts
  if (!may.resolve && !may.delete) return null
  return (
    <RowMenu label={actions.label(key)}>
      {may.resolve && status === 'accepted' && (
        <MenuItem onSelect={() => onOpen('supersede')}>{actions.supersede}</MenuItem>
      )}
      {may.resolve && status === 'rejected' && (
        <MenuItem onSelect={() => reopen.mutate()}>{actions.reopen}</MenuItem>
      )}
      {may.resolve && status !== 'proposed' && (
        <MenuItem onSelect={() => onOpen('outcome')}>{actions.editOutcome}</MenuItem>
      )}
      {may.delete && (
        <MenuItem danger onSelect={() => void remove().catch(showProblem)}>
          {actions.delete}
        </MenuItem>
      )}
    </RowMenu>
  )
}
