import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text } from '../../ui/submit.ts'
import { endOfDay, dayOf } from '../tasks/due-day.tsx'
import { kindOptions } from './names.ts'
import type { Memory, NewMemory } from './queries.ts'
import { texts } from './texts.ts'

type Given = Pick<Memory, 'content' | 'kind' | 'tags' | 'importance' | 'expiresAt'>

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
        <TextField
          name="expiresAt"
          label={fields.expires}
          hint={fields.expiresHint}
          type="date"
          defaultValue={given.expiresAt ? dayOf(given.expiresAt) : ''}
        />
      </div>
    </>
  )
}

export function readMemoryFields(
  given: FormData,
): Required<Pick<NewMemory, 'content' | 'kind' | 'tags' | 'importance'>> & { expiresAt: string | null } {
  const until = text(given, 'expiresAt')
  return {
    content: text(given, 'content'),
    kind: text(given, 'kind') as Memory['kind'],
    tags: parseTags(text(given, 'tags')),
    importance: Number(text(given, 'importance')),
    expiresAt: until ? endOfDay(until) : null,
  }
}

export function parseTags(written: string): string[] {
  return [...new Set(written.split(',').map((tag) => tag.trim().replace(/^#/, '')))].filter(Boolean)
}
