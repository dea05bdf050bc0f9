import { Progress } from '../../ui/progress.tsx'
import type { Session } from './queries.ts'
import { texts } from './texts.ts'

type Goals = Session['goals']

export function GoalsDone({ goals }: { goals: Goals }) {
  if (goals.length === 0) return null
  return <Progress done={goals.filter(({ done }) => done).length} total={goals.length} width="w-12" />
}

interface GoalListProps {
  goals: Goals
  /** Set if the user can check off goals. */
  onChange?: (goals: Goals) => void
}

export function GoalList({ goals, onChange }: GoalListProps) {
  if (goals.length === 0) return <p className="text-muted">{texts.sessionPage.noGoals}</p>
  return (
    <ul aria-label={texts.sessionPage.goals} className="flex flex-col gap-1.5">
      {goals.map(({ text, done }, index) => (
        <li key={text}>
          <label className="flex gap-2">
            <input
              type="checkbox"
              checked={done}
              disabled={!onChange}
              onChange={({ target }) =>
                onChange?.(goals.map((goal, at) => (at === index ? { ...goal, done: target.checked } : goal)))
              }
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className={`wrap-anywhere ${done ? 'text-muted line-through' : ''}`}>{text}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}
