import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import { Time } from '../../ui/time.tsx'
import { Advance } from './advance.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { gateTitle, isOpen } from './names.ts'
import type { Evidence, FeatureDetails, Gate, Passage } from './queries.ts'
import { Requirements, Sentences } from './requirements.tsx'

/** The gates from the first to the last: how each was passed, what the present one asks for, and what lies ahead. */
export function GatePath({ feature }: { feature: FeatureDetails }) {
  return (
    <section aria-labelledby="gates">
      <h3 id="gates" className="mb-3 font-semibold">
        Gates
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

const states: Record<Gate['state'], string> = {
  passed: 'passed',
  overridden: 'let through',
  current: 'it stands here',
  ahead: 'ahead',
}

function GateStep({ feature, gate }: { feature: FeatureDetails; gate: Gate }) {
  const { name, state } = gate
  const number = feature.gates.indexOf(gate) + 1
  const behind = state === 'passed' || state === 'overridden'
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      // The line leads on to the next one.
      className={`relative pb-5 pl-10 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-3.5 not-last:before:border-l-2 ${behind ? 'before:border-accent' : 'before:border-line'}`}
    >
      <span
        aria-hidden
        className={`absolute top-0 left-0 flex size-7 items-center justify-center rounded-full border-[1.5px] text-[13px] font-semibold tabular-nums ${marks[state]}`}
      >
        {state === 'passed' ? <CheckIcon /> : state === 'overridden' ? <WarningIcon /> : number}
      </span>
      <h4
        className={`flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-0.5 ${state === 'ahead' ? 'text-muted' : 'font-medium'}`}
      >
        {gateTitle(name)}
        <span className="sr-only">, {states[state]}</span>
        {state === 'overridden' && <Badge tone="attention">Let through</Badge>}
      </h4>
      <GateBody feature={feature} gate={gate} />
    </li>
  )
}

function GateBody({ feature, gate }: { feature: FeatureDetails; gate: Gate }) {
  const passage = feature.passages.findLast((each) => each.gate === gate.name)
  const brought = broughtFor(feature, gate, passage)
  if (gate.state === 'current') return <CurrentGate feature={feature} gate={gate} />
  if (gate.state === 'ahead')
    return (
      <>
        <Sentences standings={gate.requirements} />
        <EvidenceList feature={feature} evidence={brought} />
      </>
    )
  return (
    <>
      {passage && <HowPassed passage={passage} />}
      {brought.length > 0 && (
        <Folded
          name={brought.length === 1 ? 'One piece of evidence' : `${brought.length} pieces of evidence`}
        >
          <EvidenceList feature={feature} evidence={brought} />
        </Folded>
      )}
    </>
  )
}

function CurrentGate({ feature, gate }: { feature: FeatureDetails; gate: Gate }) {
  const here = feature.evidence.filter((each) => each.gate === gate.name)
  const [now, earlier] = [
    here.filter(({ round }) => round === feature.round),
    here.filter(({ round }) => round !== feature.round),
  ]
  return (
    <div className="mt-1 rounded-lg border bg-surface">
      <div className="flex flex-col gap-3 p-4">
        {gate.description && <p className="max-w-prose text-muted">{gate.description}</p>}
        <Requirements standings={gate.requirements} />
        <EvidenceList feature={feature} evidence={now} />
        {earlier.length > 0 && (
          <Folded name="Evidence of earlier rounds, which counts no longer">
            <EvidenceList feature={feature} evidence={earlier} />
          </Folded>
        )}
      </div>
      {isOpen(feature) && feature.may.edit && <Advance feature={feature} gate={gate} />}
    </div>
  )
}

function HowPassed({ passage: { createdBy, createdAt, override } }: { passage: Passage }) {
  const who = (
    <>
      {createdBy.name}
      {createdBy.onBehalfOf && ` for ${createdBy.onBehalfOf.name}`}, <Time at={createdAt} />
    </>
  )
  if (!override) return <p className="text-[13px] text-muted">{who}</p>
  return (
    <div className="mt-1 rounded-md bg-progress-soft px-3 py-2">
      <p className="wrap-anywhere whitespace-pre-wrap">{override.reason}</p>
      <p className="mt-1 text-[13px] text-muted">
        {who}. Missing was: {override.missing.map(({ needs }) => needs).join(' ')}
      </p>
    </div>
  )
}

export function Folded({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details className="group mt-1 text-[13px]">
      <summary className="w-fit rounded text-muted underline-offset-2 hover:text-ink hover:underline">
        {name}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}

/** What was brought for a gate in the round in which it was passed, or in the present one. */
function broughtFor(feature: FeatureDetails, gate: Gate, passage: Passage | undefined): Evidence[] {
  const round = gate.state === 'ahead' ? feature.round : (passage?.round ?? feature.round)
  return feature.evidence.filter((each) => each.gate === gate.name && each.round === round)
}
