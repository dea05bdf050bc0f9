import { plainText } from '../../../../server/platform/plain-text.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Rows } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { GoalList, GoalsDone } from './goals.tsx'
import type { SessionDetails } from './queries.ts'
import { texts } from './texts.ts'

/** The latest checkpoints, newest first. */
export function Checkpoints({ session: { lastCheckpoints, checkpoints } }: { session: SessionDetails }) {
  if (lastCheckpoints.length === 0) return <p className="text-muted">{texts.checkpoints.empty}</p>
  const older = checkpoints - lastCheckpoints.length
  return (
    <>
      <Rows label={texts.checkpoints.label}>
        {lastCheckpoints.map(({ number, summary, context, goals, createdAt, createdBy }) => (
          <li key={number} className="px-4 py-2">
            <details className="group">
              <summary className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded">
                <span className="text-[13px] font-medium text-muted tabular-nums">{number}</span>
                <span className="min-w-0 grow basis-60 wrap-anywhere">{plainText(summary)}</span>
                <span className="text-[13px] text-muted">
                  <Time at={createdAt} /> {texts.checkpoints.by(createdBy.name)}
                </span>
              </summary>
              <div className="mt-2 flex flex-col gap-3 border-t pt-2">
                <GoalsDone goals={goals} />
                <GoalList goals={goals} />
                {context && <Markdown breaks text={context} />}
              </div>
            </details>
          </li>
        ))}
      </Rows>
      {older > 0 && <p className="mt-2 text-[13px] text-muted">{texts.checkpoints.older(older)}</p>}
    </>
  )
}
