import { Fact, Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Time } from '../../ui/time.tsx'
import type { Run } from './queries.ts'
import { useRequesterName } from './requester-name.ts'
import { runTexts } from './run-texts.ts'

const texts = runTexts.panel

/** Who requested, allowed and cancelled a run, its exit code and its duration. */
export function RunFacts({ run }: { run: Run }) {
  const nameOf = useRequesterName()
  const { exitCode, signal } = (run.result ?? {}) as { exitCode?: number | null; signal?: string | null }
  const duration = durationOf(run)
  return (
    <Facts>
      {typeof exitCode === 'number' && <Fact name={texts.exitCode}>{exitCode}</Fact>}
      {typeof exitCode !== 'number' && signal && <Fact name={texts.exitCode}>{texts.signal(signal)}</Fact>}
      {duration && <Fact name={texts.duration}>{duration}</Fact>}
      <Fact name={texts.requester}>{nameOf(run.requester)}</Fact>
      {run.decidedBy && run.decision && (
        <Fact name={texts.decidedBy[run.decision]}>{nameOf(run.decidedBy)}</Fact>
      )}
      {run.cancelledBy && <Fact name={texts.cancelledBy}>{nameOf(run.cancelledBy)}</Fact>}
      <Fact name={texts.requested}>
        <Time at={run.createdAt} />
      </Fact>
    </Facts>
  )
}

function durationOf({ startedAt, endedAt }: Run): string | undefined {
  if (!startedAt || !endedAt) return undefined
  const seconds = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) / 1000
  if (seconds < 60) return texts.seconds(formatNumber(Math.round(seconds * 10) / 10))
  return texts.minutes(Math.floor(seconds / 60), Math.floor(seconds % 60))
}
