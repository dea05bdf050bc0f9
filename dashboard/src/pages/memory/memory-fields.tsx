import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { type useSubmit, text } from '../../ui/submit.ts'
import { endOfDay, dayOf } from '../tasks/due-day.tsx'
import { kindOptions } from './names.ts'
import type { Memory, NewMemory } from './queries.ts'
import { texts } from './texts.ts'

type Given = Pick<Memory, 'content' | 'kind' | 'tags' | 'importance' | 'expiresAt'>

interface MemoryFieldsProps {
  form: ReturnType<typeof useSubmit>
  given?: Partial<Given>
}

export const memoryFields = ['content', 'kind', 'tags', 'importance', 'expiresAt']

/** The form fields of an entry. Read them with `readMemoryFields`. */
export function MemoryFields({ form, given = {} }: MemoryFieldsProps) {
  const { fields } = texts
  return (
    <>
      <Field label={fields.content} error={form.errorOf('content')}>
        {(control) => (
          <textarea
            {...control}
            data-first
            name="content"
            rows={4}
            defaultValue={given.content}
            className="control field-sizing-content max-h-80 min-h-24 resize-none"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={fields.kind}
          name="kind"
          options={kindOptions}
          defaultValue={given.kind ?? 'fact'}
          error={form.errorOf('kind')}
        />
        <Field label={fields.tags} hint={fields.tagsHint} error={form.errorWithin('tags')}>
          {(control) => (
            <input
              {...control}
              name="tags"
              autoComplete="off"
              defaultValue={given.tags?.join(', ')}
              className="control"
            />
          )}
        </Field>
        <Field label={fields.importance} hint={fields.importanceHint} error={form.errorOf('importance')}>
          {(control) => (
            <input
              {...control}
              name="importance"
              type="number"
              min={0}
              max={1}
              step={0.05}
              defaultValue={given.importance ?? 0.5}
              className="control"
            />
          )}
        </Field>
        <Field label={fields.expires} hint={fields.expiresHint} error={form.errorOf('expiresAt')}>
          {(control) => (
            <input
              {...control}
              name="expiresAt"
              type="date"
              defaultValue={given.expiresAt ? dayOf(given.expiresAt) : ''}
              className="control"
            />
          )}
        </Field>
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
