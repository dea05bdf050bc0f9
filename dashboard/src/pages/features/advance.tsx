import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem, call } from '../../client.ts'
import { featureKeys } from '../../live/refresh-changed.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AddEvidenceDialog } from './add-evidence-dialog.tsx'
import { gateTitle } from './names.ts'
import { OverrideDialog } from './override-dialog.tsx'
import type { FeatureDetails, Gate, Missing } from './queries.ts'

/** What can be done at the gate that a feature stands at. */
export function Advance({ feature, gate }: { feature: FeatureDetails; gate: Gate }) {
  const [bringing, setBringing] = useState(false)
  const [overriding, setOverriding] = useState(false)
  const [refused, setRefused] = useState<Missing[]>()
  const pass = usePass(feature)
  const next = feature.gates[feature.gates.indexOf(gate) + 1]
  const action = useAction(async () => {
    setRefused(undefined)
    try {
      await pass()
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'gate_not_passed')) throw error
      setRefused(error.body.missing as Missing[])
    }
  })
  const missing = feature.missing.length
  return (
    <div className="border-t px-4 py-3">
      <div role="status" className="contents">
        {refused && <Refused gate={gate} missing={refused} />}
        {action.message && <p className="mb-2 text-danger">{action.message}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button kind={missing > 0 ? 'primary' : 'plain'} onClick={() => setBringing(true)}>
          <PlusIcon /> Bring evidence
        </Button>
        <Button kind={missing > 0 ? 'plain' : 'primary'} busy={action.busy} onClick={action.run}>
          {next ? `Advance to ${gateTitle(next.name)}` : 'Finish the feature'}
        </Button>
        {missing > 0 && feature.may.override && (
          <Button kind="quiet" onClick={() => setOverriding(true)}>
            Let it pass…
          </Button>
        )}
        {missing === 0 && <span className="text-[13px] text-muted">Nothing is missing.</span>}
      </div>
      {bringing && <AddEvidenceDialog feature={feature} gate={gate} onClose={() => setBringing(false)} />}
      {overriding && (
        <OverrideDialog feature={feature} gate={gate} pass={pass} onClose={() => setOverriding(false)} />
      )}
    </div>
  )
}

/** What the server said when it was asked to open the gate. */
function Refused({ gate, missing }: { gate: Gate; missing: Missing[] }) {
  return (
    <div className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-danger">
      <p className="font-medium">{gateTitle(gate.name)} does not open yet. Missing is:</p>
      <ul className="list-disc pl-5">
        {missing.map(({ needs, requirement, openTasks }) => (
          <li key={JSON.stringify(requirement)}>
            {needs}
            {openTasks && ` Still open: ${openTasks.join(', ')}.`}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Asks for the next gate; with a reason, whatever is missing. */
function usePass({ key }: FeatureDetails) {
  const cache = useQueryClient()
  return async (reason?: string) => {
    try {
      const { to, from } = await call('features.advance', {
        feature: key,
        ...(reason !== undefined && { override: { reason } }),
      })
      const where = to === null ? `${key} is done.` : `${key} stands at ${gateTitle(to)} now.`
      showToast({ text: `Passed ${gateTitle(from ?? '')}. ${where}` })
    } finally {
      await Promise.all(featureKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
    }
  }
}
