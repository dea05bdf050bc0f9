import { CheckIcon, TriangleAlertIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import { Advance } from './advance.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { gateTitle, isOpen } from './names.ts'
import type { Evidence, FeatureDetails, Gate, Passage } from './queries.ts'
import { RequirementSummary, Requirements } from './requirements.tsx'
import { texts } from './texts.ts'

const { gatePath } = texts

/** All gates in order: how each was passed, the requirements of the current one, and the upcoming ones. */
export function GatePath({ feature }: { feature: FeatureDetails }) {
  return (
    <section aria-labelledby="gates">
      <h3 id="gates" className="mb-3 font-semibold">
        {gatePath.title}
      </h3>
      <ol aria-labelledby="gates">
        {feature.gates.map((gate) => (
          <GateStep key={gate.name} feature={feature} gate={gate} />
        ))}
      </ol>
    </section>
  )
}

const marks: Record<Gate['state'], string> = {
  passed: 'border-accent bg-accent text-on-accent',
  overridden: 'border-progress bg-progress-soft text-progress',
  current: 'border-accent bg-surface text-accent',
  ahead: 'border-strong-line bg-surface text-muted',
}

function GateStep({ feature, gate }: { feature: FeatureDetails; gate: Gate }) {
  const { name, state } = gate
  const number = feature.gates.indexOf(gate) + 1
  const isPassed = state === 'passed' || state === 'overridden'
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      // The pseudo-element draws the line to the next gate.
      className={`relative pb-5 pl-10 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-3.5 not-last:before:border-l-2 ${isPassed ? 'before:border-accent' : 'before:border-line'}`}
    >
      <span
        aria-hidden
        className={`absolute top-0 left-0 flex size-7 items-center justify-center rounded-full border-[1.5px] text-[13px] font-semibold tabular-nums ${marks[state]}`}
      >
        {state === 'passed' ? <CheckIcon /> : state === 'overridden' ? <TriangleAlertIcon /> : number}
      </span>
      <h4
        className={`flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-0.5 ${state === 'ahead' ? 'text-muted' : 'font-medium'}`}
      >
        {gateTitle(name)}
        <span className="sr-only">, {gatePath.states[state]}</span>
        {state === 'overridden' && <Badge tone="attention">{gatePath.overridden}</Badge>}
        {feature.reopened?.gate === name && <Badge tone="danger">{gatePath.reopened}</Badge>}
      </h4>
      <GateBody feature={feature} gate={gate} />
    </li>
  )
}

function GateBody({ feature, gate }: { feature: FeatureDetails; gate: Gate }) {
  const passage = feature.passages.findLast((each) => each.gate === gate.name)
  const evidence = evidenceFor(feature, gate, passage)
  if (gate.state === 'current') return <CurrentGate feature={feature} gate={gate} />
  if (gate.state === 'ahead')
    return (
      <>
        <RequirementSummary requirements={gate.requirements} />
        <EvidenceList feature={feature} evidence={evidence} />
      </>
    )
  return (
    <>
      {passage && <PassageDetails passage={passage} />}
      {evidence.length > 0 && (
        <Collapsible name={gatePath.evidenceCount(evidence.length)}>
          <EvidenceList feature={feature} evidence={evidence} />
        </Collapsible>
      )}
    </>
  )
}

function CurrentGate({ feature, gate }: { feature: FeatureDetails; gate: Gate }) {
  const here = feature.evidence.filter((each) => each.gate === gate.name)
  const [current, earlier] = [
    here.filter(({ round }) => round === feature.round),
    here.filter(({ round }) => round !== feature.round),
  ]
  return (
    <div className="mt-1 rounded-lg border bg-surface">
      <div className="flex flex-col gap-3 p-4">
        {feature.reopened?.gate === gate.name && <ReopenedNote reopened={feature.reopened} />}
        {gate.description && <p className="max-w-prose text-muted">{gate.description}</p>}
        <Requirements requirements={gate.requirements} />
        <EvidenceList feature={feature} evidence={current} />
        {earlier.length > 0 && (
          <Collapsible name={gatePath.earlierEvidence}>
            <EvidenceList feature={feature} evidence={earlier} />
          </Collapsible>
        )}
      </div>
      {isOpen(feature) && feature.may.edit && <Advance feature={feature} gate={gate} />}
    </div>
  )
}

/** Why a passed gate is open again, and what to do. */
function ReopenedNote({ reopened: { finding, at } }: { reopened: NonNullable<FeatureDetails['reopened']> }) {
  return (
    <div role="note" className="rounded-md bg-danger-soft px-3 py-2">
      <p className="wrap-anywhere">
        {gatePath.reopenedBecause} <span className="text-danger">{finding}</span>
      </p>
      <p className="mt-1 text-[13px] text-muted">
        {gatePath.reopenedNext} <Time at={at} />
      </p>
    </div>
  )
}

function PassageDetails({ passage: { createdBy, createdAt, override } }: { passage: Passage }) {
  const passedBy = (
    <>
      {createdBy.name}
      {createdBy.onBehalfOf && gatePath.onBehalfOf(createdBy.onBehalfOf.name)}, <Time at={createdAt} />
    </>
  )
  if (!override) return <p className="text-[13px] text-muted">{passedBy}</p>
  return (
    <div className="mt-1 rounded-md bg-progress-soft px-3 py-2">
      <p className="wrap-anywhere whitespace-pre-wrap">{override.reason}</p>
      <p className="mt-1 text-[13px] text-muted">
        {passedBy}
        {gatePath.wasMissing(override.missing.map(({ needs }) => needs).join(' '))}
      </p>
    </div>
  )
}

function Collapsible({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details className="group mt-1 text-[13px]">
      <summary className="w-fit rounded text-muted underline-offset-2 hover:text-ink hover:underline">
        {name}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}

/** Returns the evidence of a gate from the round in which it was passed, or from the current round. */
function evidenceFor(feature: FeatureDetails, gate: Gate, passage: Passage | undefined): Evidence[] {
  const round = gate.state === 'ahead' ? feature.round : (passage?.round ?? feature.round)
  return feature.evidence.filter((each) => each.gate === gate.name && each.round === round)
}
