import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PencilIcon } from '../../ui/icons.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { useDeleteDecision, useReopenDecision } from './decision-changes.ts'
import { DecisionStatus } from './decision-status.tsx'
import type { DecisionDetails } from './queries.ts'
import { ResolveDialog, type Resolution } from './resolve-dialog.tsx'
import { SupersedeDialog } from './supersede-dialog.tsx'

interface DecisionHeaderProps {
  decision: DecisionDetails
  onEdit: () => void
}

export function DecisionHeader({ decision, onEdit }: DecisionHeaderProps) {
  const { key, title, status, may } = decision
  const [open, setOpen] = useState<Resolution | 'supersede' | null>(null)
  const close = () => setOpen(null)
  return (
    <header className="mb-5">
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <Link to="/decisions" className="text-[13px] text-muted hover:text-ink hover:underline">
          Decisions
        </Link>
        <span aria-hidden className="text-muted">
          /
        </span>
        <span className="font-mono text-xs text-muted">{key}</span>
        <DecisionStatus status={status} />
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {may.resolve && status === 'proposed' && (
            <>
              <Button onClick={() => setOpen('rejected')}>Reject…</Button>
              <Button kind="primary" onClick={() => setOpen('accepted')}>
                Accept…
              </Button>
            </>
          )}
          {may.edit && (
            <Button onClick={onEdit}>
              <PencilIcon /> Edit
            </Button>
          )}
          <Deeds decision={decision} onOpen={setOpen} />
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

interface DeedsProps {
  decision: DecisionDetails
  onOpen: (what: Resolution | 'supersede') => void
}

function Deeds({ decision, onOpen }: DeedsProps) {
  const { key, status, may } = decision
  const reopen = useReopenDecision(decision)
  const remove = useDeleteDecision(decision)
  if (!may.resolve && !may.delete) return null
  return (
    <RowMenu label={`What can be done with ${key}`}>
      {may.resolve && status === 'accepted' && (
        <MenuItem onSelect={() => onOpen('supersede')}>Supersede it…</MenuItem>
      )}
      {may.resolve && status === 'rejected' && (
        <MenuItem onSelect={() => reopen.mutate()}>Propose it again</MenuItem>
      )}
      {may.resolve && status !== 'proposed' && (
        <MenuItem onSelect={() => onOpen('outcome')}>Write what came of it…</MenuItem>
      )}
      {may.delete && (
        <MenuItem danger onSelect={() => void remove().catch(showProblem)}>
          Delete
        </MenuItem>
      )}
    </RowMenu>
  )
}
