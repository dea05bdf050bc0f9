import { CheckIcon, TriangleAlertIcon } from 'lucide-react'
import { evidenceWords } from '../../../../server/domains/features/evidence/kinds.ts'
import type { RequirementStatus } from './queries.ts'
import { TaskKeys } from './task-keys.tsx'
import { texts } from './texts.ts'

const { requirements: requirementTexts } = texts

/** The requirements of a gate: whether each is met, its progress, and evidence that does not count. */
export function Requirements({ requirements }: { requirements: RequirementStatus[] }) {
  if (requirements.length === 0) return <p className="text-muted">{requirementTexts.none}</p>
  return (
    <ul aria-label={requirementTexts.label} className="flex flex-col gap-2">
      {requirements.map((item) => (
        <li key={JSON.stringify(item.requirement)} className="flex gap-2.5">
          <Mark met={item.met} />
          <div className="min-w-0">
            <p>
              {item.needs}
              <span className="sr-only">{item.met ? requirementTexts.met : requirementTexts.missing}</span>
              {item.count > 1 && (
                <span className="ml-2 text-[13px] text-muted tabular-nums">
                  {requirementTexts.progress(item.have, item.count)}
                </span>
              )}
            </p>
            <UnmetDetails item={item} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Explains an unmet requirement: open tasks, and evidence that does not count. */
function UnmetDetails({ item }: { item: RequirementStatus }) {
  const { openTasks = [], notCounted = [], met } = item
  if (met) return null
  return (
    <>
      {openTasks.length > 0 && (
        <p className="text-[13px] text-muted">
          {requirementTexts.openTasks} <TaskKeys keys={openTasks} />
        </p>
      )}
      {notCounted.map(({ id, kind, status }) => (
        <p key={id} className="text-[13px] text-muted">
          {status === 'failed'
            ? requirementTexts.failed(evidenceWords[kind])
            : requirementTexts.unverified(evidenceWords[kind])}
        </p>
      ))}
    </>
  )
}

function Mark({ met }: { met: boolean }) {
  return (
    <span className={`flex h-5 items-center ${met ? 'text-accent' : 'text-progress'}`}>
      {met ? <CheckIcon /> : <TriangleAlertIcon />}
    </span>
  )
}

/** The requirements of an upcoming gate as one paragraph. */
export function RequirementSummary({ requirements }: { requirements: RequirementStatus[] }) {
  if (requirements.length === 0) return null
  return <p className="text-[13px] text-muted">{requirements.map(({ needs }) => needs).join(' ')}</p>
}
