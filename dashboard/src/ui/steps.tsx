import { CheckIcon } from './icons.tsx'

interface StepsProps {
  label: string
  names: readonly string[]
  /** Which one it is at, counted from 0; as many as there are, once all are done. */
  present: number
}

/** How far one has come: what is done, where one is, and what is left. */
export function Steps({ label, names, present }: StepsProps) {
  return (
    <ol aria-label={label} className="flex items-start">
      {names.map((name, index) => (
        <Step
          key={name}
          number={index + 1}
          name={name}
          state={index < present ? 'done' : index === present ? 'present' : 'ahead'}
        />
      ))}
    </ol>
  )
}

const marks = {
  done: 'border-accent bg-accent text-on-accent',
  present: 'border-accent text-accent font-semibold',
  ahead: 'border-strong-line text-muted',
}

function Step({ number, name, state }: { number: number; name: string; state: keyof typeof marks }) {
  return (
    <li
      aria-current={state === 'present' ? 'step' : undefined}
      // A line leads from the one before.
      className={`relative flex min-w-0 flex-1 flex-col items-center gap-1.5 px-1 text-center not-first:before:absolute not-first:before:top-3.5 not-first:before:right-[calc(50%+1.25rem)] not-first:before:left-[calc(-50%+1.25rem)] not-first:before:border-t ${state === 'ahead' ? 'not-first:before:border-strong-line' : 'not-first:before:border-accent'}`}
    >
      <span
        aria-hidden
        className={`flex size-7 items-center justify-center rounded-full border-[1.5px] tabular-nums ${marks[state]}`}
      >
        {state === 'done' ? <CheckIcon /> : number}
      </span>
      <span className={`text-[13px] wrap-anywhere ${state === 'present' ? 'font-medium' : 'text-muted'}`}>
        {name}
        {state === 'done' && <span className="sr-only">, done</span>}
      </span>
    </li>
  )
}
