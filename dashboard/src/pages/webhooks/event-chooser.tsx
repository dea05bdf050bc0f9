import { useState } from 'react'
import { Choice } from '../../ui/choice.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { type EventKind, eventKinds } from './event-kinds.ts'

interface EventChooserProps {
  chosen: string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** What a webhook is told of: everything, or what is ticked, by what it is about. */
export function EventChooser({ chosen, error, onChange }: EventChooserProps) {
  const everything = chosen.includes('*')
  // Whoever looks at everything and comes back finds what they had ticked.
  const [ticked, setTicked] = useState(everything ? ['task.*'] : chosen)
  const tick = (next: string[]) => {
    setTicked(next)
    onChange(next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">What it is told of</legend>
      <Choice
        label="How much it is told of"
        value={everything ? 'all' : 'some'}
        names={{ all: 'Everything', some: 'Some events' }}
        onChange={(value) => onChange(value === 'all' ? ['*'] : ticked)}
      />
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-danger">
          {error}
        </p>
      )}
      {!everything && (
        <ul aria-label="Events" className="mt-3 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
          {eventKinds.map((kind) => (
            <KindChoice key={kind.kind} {...kind} chosen={chosen} onChange={tick} />
          ))}
        </ul>
      )}
    </fieldset>
  )
}

type KindChoiceProps = EventKind & Pick<EventChooserProps, 'chosen' | 'onChange'>

function KindChoice({ kind, name, types, chosen, onChange }: KindChoiceProps) {
  const whole = `${kind}.*`
  const all = chosen.includes(whole)
  const some = types.filter(({ type }) => chosen.includes(type)).length
  const without = chosen.filter((each) => each.split('.')[0] !== kind)
  return (
    <li>
      <div className="flex items-start gap-2">
        <label className="flex gap-2">
          <input
            type="checkbox"
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = !all && some > 0
            }}
            onChange={() => onChange(all ? without : [...without, whole])}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          {name}
        </label>
        {!all && some > 0 && (
          <span className="text-[13px] text-muted">
            {some} of {types.length}
          </span>
        )}
      </div>
      <details className="group ml-6">
        <summary
          aria-label={`Single events: ${name}`}
          className="flex w-fit list-none items-center gap-1 rounded text-[13px] text-muted hover:text-ink"
        >
          <span className="transition-transform group-open:rotate-90">
            <ChevronIcon />
          </span>
          Single events
        </summary>
        <div className="mt-1 mb-1.5 flex flex-col gap-1">
          {types.map(({ type, verb, sentence }) => (
            <label key={type} className="flex gap-2 text-[13px]" title={sentence}>
              <input
                type="checkbox"
                aria-label={type}
                checked={all || chosen.includes(type)}
                disabled={all}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, type] : chosen.filter((each) => each !== type))
                }
                className="mt-px size-4 shrink-0 accent-accent"
              />
              <span>
                {verb} <span className="text-muted">· {sentence}</span>
              </span>
            </label>
          ))}
        </div>
      </details>
    </li>
  )
}
