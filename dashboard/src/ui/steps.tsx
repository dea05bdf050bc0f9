import { CheckIcon } from 'lucide-react'
import { texts } from './texts.ts'

interface StepsProps {
  label: string
  names: readonly string[]
  /** The index of the current step, or the number of steps once all are done. */
  current: number
}

/** The steps of a process: finished, current and upcoming ones. */
export function Steps({ label, names, current }: StepsProps) {
  return (
    <ol aria-label={label} className="flex items-start">
      {names.map((name, index) => (
        <Step
          key={name}
          number={index + 1}
          name={name}
          state={index < current ? 'done' : index === current ? 'current' : 'upcoming'}
        />
      ))}
    </ol>
  )
}

const marks = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent text-accent font-semibold',
  upcoming: 'border-strong-line text-muted',
}

function Step({ number, name, state }: { number: number; name: string; state: keyof typeof marks }) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      // A line connects it to the previous step.
      className={`relative flex min-w-0 flex-1 flex-col items-center gap-1.5 px-1 text-center not-first:before:absolute not-first:before:top-3.5 not-first:before:right-[calc(50%+1.25rem)] not-first:before:left-[calc(-50%+1.25rem)] not-first:before:border-t ${state === 'upcoming' ? 'not-first:before:border-strong-line' : 'not-first:before:border-accent'}`}
    >
      <span
        aria-hidden
        className={`flex size-7 items-center justify-center rounded-full border-[1.5px] tabular-nums ${marks[state]}`}
      >
        {state === 'done' ? <CheckIcon /> : number}
      </span>
      <span className={`text-[13px] wrap-anywhere ${state === 'current' ? 'font-medium' : 'text-muted'}`}>
        {name}
        {state === 'done' && <span className="sr-only">{texts.stepDone}</span>}
      </span>
    </li>
  )
}
