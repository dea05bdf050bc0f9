import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text } from '../../ui/submit.ts'
import { dayOf, endOfDay, startOfDay } from '../tasks/due-day.tsx'
import { kindOptions } from './names.ts'
import type { Memory, NewMemory } from './queries.ts'
import { texts } from './texts.ts'

type Given = Pick<
  Memory,
  'content' | 'kind' | 'tags' | 'importance' | 'validFrom' | 'validUntil' | 'expiresAt'
>
type Times = Pick<Memory, 'validFrom' | 'validUntil' | 'expiresAt'>

/** The form fields of an entry. Read them with `readMemoryFields`. */
export function MemoryFields({ given }: { given: Partial<Given> }) {
  const { fields } = texts
  return (
    <>
      <TextAreaField name="content" label={fields.content} rows={4} defaultValue={given.content} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={fields.kind}
          name="kind"
          options={kindOptions}
          defaultValue={given.kind ?? 'fact'}
        />
        <TextField
          name="tags"
          label={fields.tags}
          hint={fields.tagsHint}
          defaultValue={given.tags?.join(', ')}
        />
        <TextField
          name="importance"
          label={fields.importance}
          hint={fields.importanceHint}
          type="number"
          min={0}
          max={1}
          step={0.05}
          defaultValue={given.importance ?? 0.5}
        />
        <DayField name="validFrom" label={fields.validFrom} hint={fields.validFromHint} given={given} />
        <DayField name="validUntil" label={fields.validUntil} hint={fields.validUntilHint} given={given} />
        <DayField name="expiresAt" label={fields.expires} hint={fields.expiresHint} given={given} />
      </div>
    </>
  )
}

interface DayFieldProps {
  name: keyof Times
  label: string
  hint: string
  given: Partial<Times>
}

function DayField({ name, label, hint, given }: DayFieldProps) {
  const at = given[name]
  return <TextField name={name} label={label} hint={hint} type="date" defaultValue={at ? dayOf(at) : ''} />
}

/** Returns the values of the fields. An unchanged day keeps its time of day. */
export function readMemoryFields(
  form: FormData,
  given: Partial<Times> = {},
): Required<Pick<NewMemory, 'content' | 'kind' | 'tags' | 'importance'>> & Times {
  const time = (name: keyof Times, timeOn: (day: string) => string) => {
    const day = text(form, name)
    const before = given[name]
    return before && dayOf(before) === day ? before : day ? timeOn(day) : null
  }
  return {
    content: text(form, 'content'),
    kind: text(form, 'kind') as Memory['kind'],
    tags: parseTags(text(form, 'tags')),
    importance: Number(text(form, 'importance')),
    validFrom: time('validFrom', startOfDay),
    validUntil: time('validUntil', endOfDay),
    expiresAt: time('expiresAt', endOfDay),
  }
}

export function parseTags(written: string): string[] {
  return [...new Set(written.split(',').map((tag) => tag.trim().replace(/^#/, '')))].filter(Boolean)
}
