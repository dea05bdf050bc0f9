import { CheckIcon } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { wordsOfName } from '../../../../server/platform/words-of-name.ts'
import type { ProposalDraft } from './shapes.ts'
import { texts } from './texts.ts'

export type Decision = 'confirm' | 'dismiss'

interface ProposalsProps {
  proposals: ProposalDraft[]
  /** Undefined if the user can't decide, because the conversation belongs to another member. */
  onDecide: ((proposal: string, decision: Decision) => void) | undefined
  /** The proposal that is being decided. */
  pending: string | undefined
}

/** The changes that an answer proposes. Each happens only when the user confirms it. */
export function Proposals({ proposals, onDecide, pending }: ProposalsProps) {
  if (proposals.length === 0) return null
  return (
    <ul aria-label={texts.proposals.label} className="mt-3 flex flex-col gap-2">
      {proposals.map((proposal) => (
        <ProposalCard
          key={proposal.number}
          proposal={proposal}
          onDecide={onDecide}
          isPending={pending !== undefined && pending === proposal.id}
        />
      ))}
    </ul>
  )
}

interface ProposalCardProps extends Pick<ProposalsProps, 'onDecide'> {
  proposal: ProposalDraft
  isPending: boolean
}

function ProposalCard({ proposal, onDecide, isPending }: ProposalCardProps) {
  const { id, title, input, state = 'open', failure } = proposal
  const heading = useId()
  const { confirm, dismiss, waiting } = texts.proposals
  return (
    <li aria-labelledby={heading} className="rounded-lg border border-strong-line px-3.5 py-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <span id={heading} className="font-medium">
          {title}
        </span>
        <StateBadge state={state} />
      </p>
      <dl className="mt-2 grid grid-cols-[minmax(4rem,auto)_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 text-[13px]">
        {Object.entries(input).map(([name, value]) => (
          <InputField key={name} name={name} value={value} />
        ))}
      </dl>
      {failure && (
        <p role="alert" className="mt-2 text-[13px] text-danger">
          {failure}
        </p>
      )}
      <Result result={proposal.result} />
      {state === 'open' && onDecide && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button
            kind="primary"
            busy={isPending}
            disabled={!id}
            onClick={() => id && onDecide(id, 'confirm')}
          >
            {confirm}
          </Button>
          <Button disabled={!id || isPending} onClick={() => id && onDecide(id, 'dismiss')}>
            {dismiss}
          </Button>
          {!id && <span className="text-[13px] text-muted">{waiting}</span>}
        </div>
      )}
    </li>
  )
}

function StateBadge({ state }: { state: NonNullable<ProposalDraft['state']> }) {
  if (state === 'open') return <Badge tone="attention">{texts.proposals.states.open}</Badge>
  if (state === 'confirmed')
    return (
      <Badge tone="accent">
        <CheckIcon /> {texts.proposals.states.confirmed}
      </Badge>
    )
  return <Badge tone={state === 'rejected' ? 'danger' : 'plain'}>{texts.proposals.states[state]}</Badge>
}

/** One value of the change, exactly as it will be sent. */
function InputField({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt className="text-muted">{wordsOfName(name)}</dt>
      <dd className="whitespace-pre-wrap wrap-anywhere">{textOf(value)}</dd>
    </>
  )
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return isList ? value.join(', ') : JSON.stringify(value, null, 2)
}

/** The link to the created or changed item. */
function Result({ result }: { result: ProposalDraft['result'] }) {
  if (!result) return null
  const label = [result.key, result.title].filter(Boolean).join(' ') || result.kind
  return (
    <p className="mt-2 text-[13px]">
      {result.url ? (
        <PathLink href={result.url} className="font-medium text-accent underline underline-offset-2">
          {label}
        </PathLink>
      ) : (
        label
      )}
    </p>
  )
}
