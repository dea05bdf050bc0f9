import {
  BanIcon,
  CheckIcon,
  CircleSlashIcon,
  ClockIcon,
  HandIcon,
  HourglassIcon,
  LoaderIcon,
  type LucideIcon,
  PlugIcon,
  UnplugIcon,
  XIcon,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from '../../ui/badge.tsx'
import type { MachineStatus, Mode, RunState } from './queries.ts'
import { texts } from './texts.ts'

type Tone = NonNullable<ComponentProps<typeof Badge>['tone']>

const machineStates: Record<MachineStatus, [LucideIcon, Tone]> = {
  pending: [HourglassIcon, 'attention'],
  online: [PlugIcon, 'accent'],
  offline: [UnplugIcon, 'plain'],
  revoked: [BanIcon, 'danger'],
}

export function MachineState({ status }: { status: MachineStatus }) {
  const [Icon, tone] = machineStates[status]
  return (
    <Badge tone={tone}>
      <Icon /> {texts.status[status]}
    </Badge>
  )
}

const runStates: Record<RunState, [LucideIcon, Tone]> = {
  queued: [ClockIcon, 'plain'],
  asked: [HandIcon, 'attention'],
  running: [LoaderIcon, 'accent'],
  done: [CheckIcon, 'accent'],
  failed: [XIcon, 'danger'],
  refused: [HandIcon, 'danger'],
  cancelled: [CircleSlashIcon, 'plain'],
  lost: [UnplugIcon, 'danger'],
}

export function RunStateBadge({ state }: { state: RunState }) {
  const [Icon, tone] = runStates[state]
  return (
    <Badge tone={tone}>
      <Icon /> {texts.states[state]}
    </Badge>
  )
}

interface ModeBadgeProps {
  mode: Mode
  /** The name of the owner, if it is another user. */
  owner?: string | undefined
}

/** Shows whether an action runs immediately or asks the owner first. */
export function ModeBadge({ mode, owner }: ModeBadgeProps) {
  const { mode: names } = texts
  if (mode === 'ask')
    return (
      <Badge tone="attention">
        <HandIcon /> {owner === undefined ? names.ask : names.askOwner(owner)}
      </Badge>
    )
  return <Badge>{names[mode]}</Badge>
}
