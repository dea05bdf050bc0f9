import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Problem, call } from '../../client.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { refreshKinds } from '../../write.ts'
import { AddEvidenceDialog } from './add-evidence-dialog.tsx'
import { gateTitle } from './names.ts'
import { OverrideDialog } from './override-dialog.tsx'
import type { FeatureDetails, Gate, Missing } from './queries.ts'
import { texts } from './texts.ts'

const { advance } = texts

/** The actions at the current gate of a feature. */
export function Advance({ feature, gate }: { feature: FeatureDetails; gate: Gate }) {
  const [isAddingEvidence, setIsAddingEvidence] = useState(false)
  const [isOverriding, setIsOverriding] = useState(false)
  /** The gate at which the server rejected the last advance. */
  const [rejectedAt, setRejectedAt] = useState<string>()
  const advanceFeature = useAdvance(feature)
  const next = feature.gates[feature.gates.indexOf(gate) + 1]
  const action = useAction(async () => {
    setRejectedAt(undefined)
    try {
      await advanceFeature()
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'gate_not_passed')) throw error
      setRejectedAt(gate.name)
    }
  })
  const missing = feature.missing.length
  return (
    <div className="border-t px-4 py-3">
      <div role="status" className="contents">
        {rejectedAt === gate.name && missing > 0 && (
          <MissingRequirements gate={gate} missing={feature.missing} />
        )}
        {action.message && <p className="mb-2 text-danger">{action.message}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button kind={missing > 0 ? 'primary' : 'plain'} onClick={() => setIsAddingEvidence(true)}>
          <PlusIcon /> {advance.addEvidence}
        </Button>
        <Button kind={missing > 0 ? 'plain' : 'primary'} busy={action.busy} onClick={action.run}>
          {next ? advance.advanceTo(gateTitle(next.name)) : advance.finish}
        </Button>
        {missing > 0 && feature.may.override && (
          <Button kind="quiet" onClick={() => setIsOverriding(true)}>
            {advance.override}
          </Button>
        )}
        {missing === 0 && <span className="text-[13px] text-muted">{advance.ready}</span>}
      </div>
      {isAddingEvidence && (
        <AddEvidenceDialog feature={feature} gate={gate} onClose={() => setIsAddingEvidence(false)} />
      )}
      {isOverriding && (
        <OverrideDialog
          feature={feature}
          gate={gate}
          pass={advanceFeature}
          onClose={() => setIsOverriding(false)}
        />
      )}
    </div>
  )
}

/** The requirements that are still missing after the server rejected the advance. */
function MissingRequirements({ gate, missing }: { gate: Gate; missing: Missing[] }) {
  return (
    <div className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-danger">
      <p className="font-medium">{advance.notReady(gateTitle(gate.name))}</p>
      <ul className="list-disc pl-5">
        {missing.map(({ needs, requirement, openTasks }) => (
          <li key={JSON.stringify(requirement)}>
            {needs}
            {openTasks && advance.openTasks(openTasks.join(', '))}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns a function that advances to the next gate. With a reason, it overrides missing requirements. */
function useAdvance({ key }: FeatureDetails) {
  return async (reason?: string) => {
    try {
      const { to, from } = await call('features.advance', {
        feature: key,
        ...(reason !== undefined && { override: { reason } }),
      })
      const gate = gateTitle(from ?? '')
      showToast({
        text: to === null ? advance.finished(gate, key) : advance.passed(gate, key, gateTitle(to)),
      })
    } finally {
      await refreshKinds('feature')
    }
  }
}
