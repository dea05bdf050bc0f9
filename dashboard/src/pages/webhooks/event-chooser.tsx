import { ChevronRightIcon } from 'lucide-react'
import { useState } from 'react'
import { Choice } from '../../ui/choice.tsx'
import { useFieldError } from '../../ui/form-context.ts'
import { CheckField } from '../../ui/form-fields.tsx'
import { type EventKind, eventKinds } from './event-kinds.ts'
import { texts } from './texts.ts'

interface EventChooserProps {
  chosen: string[]
  onChange: (chosen: string[]) => void
}

/** The events that a webhook receives: all of them, or those with a checked box. */
export function EventChooser({ chosen, onChange }: EventChooserProps) {
  const error = useFieldError('events')
  const isAll = chosen.includes('*')
  // Keeps the selection while "All events" is chosen.
  const [selected, setSelected] = useState(isAll ? ['task.*'] : chosen)
  const select = (next: string[]) => {
    setSelected(next)
    onChange(next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{texts.events.title}</legend>
      <Choice
        label={texts.events.selection}
        value={isAll ? 'all' : 'some'}
        names={texts.events.options}
        onChange={(value) => onChange(value === 'all' ? ['*'] : selected)}
      />
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-danger">
          {error}
        </p>
      )}
      {!isAll && (
        <ul aria-label={texts.events.list} className="mt-3 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
          {eventKinds.map((kind) => (
            <KindChoice key={kind.kind} {...kind} chosen={chosen} onChange={select} />
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
        <CheckField
          label={name}
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = !all && some > 0
          }}
          onChange={() => onChange(all ? without : [...without, whole])}
        />
        {!all && some > 0 && (
          <span className="text-[13px] text-muted">{texts.events.selected(some, types.length)}</span>
        )}
      </div>
      <details className="group ml-6">
        <summary
          aria-label={texts.events.individualLabel(name)}
          className="flex w-fit list-none items-center gap-1 rounded text-[13px] text-muted hover:text-ink"
        >
          <span className="transition-transform group-open:rotate-90">
            <ChevronRightIcon />
          </span>
          {texts.events.individual}
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
