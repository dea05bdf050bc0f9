import { requirementSentence } from '../../../../server/domains/features/workflows/requirement-sentence.ts'
import { gateTitle } from '../features/names.ts'
import type { WorkflowGate } from './workflow.ts'
import { texts } from './texts.ts'

const { workflowsPage } = texts

/** The gates of a workflow in their order, with their requirements. */
export function GateList({ name, gates }: { name: string; gates: readonly WorkflowGate[] }) {
  return (
    <ol aria-label={workflowsPage.gates(name)} className="mt-3 flex flex-col gap-1.5">
      {gates.map((gate, index) => (
        <li key={gate.name} className="grid grid-cols-[1.25rem_7rem_minmax(0,1fr)] gap-x-2 text-[13px]">
          <span aria-hidden className="text-right text-muted tabular-nums">
            {index + 1}
          </span>
          <span className="font-medium wrap-anywhere">{gateTitle(gate.name)}</span>
          <span className="text-muted">
            {gate.requirements.map(requirementSentence).join(' ') || workflowsPage.noRequirements}
          </span>
        </li>
      ))}
    </ol>
  )
}
