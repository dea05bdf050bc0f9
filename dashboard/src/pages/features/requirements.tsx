import { evidenceWords } from '../../../../server/domains/evidence/kinds.ts'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import type { RequirementStatus } from './queries.ts'
import { TaskKeys } from './task-keys.tsx'

/** What a gate asks for: met or not, how much of it is there, and what of it does not count. */
export function Requirements({ standings }: { standings: RequirementStatus[] }) {
  if (standings.length === 0) return <p className="text-muted">This gate asks for nothing.</p>
  return (
    <ul aria-label="What this gate asks for" className="flex flex-col gap-2">
      {standings.map((standing) => (
        <li key={JSON.stringify(standing.requirement)} className="flex gap-2.5">
          <Mark met={standing.met} />
          <div className="min-w-0">
            <p>
              {standing.needs}
              <span className="sr-only">{standing.met ? ' Met.' : ' Missing.'}</span>
              {standing.count > 1 && (
                <span className="ml-2 text-[13px] text-muted tabular-nums">
                  {standing.have} of {standing.count}
                </span>
              )}
            </p>
            <Why standing={standing} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Why it is not met, where there is more to say than that it is not there. */
function Why({ standing }: { standing: RequirementStatus }) {
  const { openTasks = [], notCounted = [], met } = standing
  if (met) return null
  return (
    <>
      {openTasks.length > 0 && (
        <p className="text-[13px] text-muted">
          Still open: <TaskKeys keys={openTasks} />
        </p>
      )}
      {notCounted.map(({ id, kind, status }) => (
        <p key={id} className="text-[13px] text-muted">
          A {evidenceWords[kind]} was brought, and does not count:{' '}
          {status === 'failed' ? 'it failed.' : 'it is not verified.'}
        </p>
      ))}
    </>
  )
}

function Mark({ met }: { met: boolean }) {
  return (
    <span className={`flex h-5 items-center ${met ? 'text-accent' : 'text-progress'}`}>
      {met ? <CheckIcon /> : <WarningIcon />}
    </span>
  )
}

/** What will be asked for, in a few words. */
export function Sentences({ standings }: { standings: RequirementStatus[] }) {
  if (standings.length === 0) return null
  return <p className="text-[13px] text-muted">{standings.map(({ needs }) => needs).join(' ')}</p>
}
