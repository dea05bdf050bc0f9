import { Link } from '@tanstack/react-router'
import { XIcon } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import type { DocumentEdits } from './document-fields.tsx'
import { texts } from './texts.ts'

const look =
  'inline-flex max-w-full items-center rounded bg-hover px-1.5 py-px text-xs font-medium text-muted'

/** The tags of a list row. Each one filters the list. */
export function Tags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <Link
      key={tag}
      to="."
      search={(search: object) => ({ ...search, tag })}
      title={texts.tags.show(tag)}
      className={`${look} hover:text-ink`}
    >
      <span className="truncate">{tag}</span>
    </Link>
  ))
}

/** A list page with a filter by tag. */
export type ListWithTags = '/notes' | '/decisions' | '/skills'

interface TagLinksProps {
  to: ListWithTags
  tags: readonly string[]
}

/** The tags on the page of a document. Each one opens the filtered list. */
export function TagLinks({ to, tags }: TagLinksProps) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Link key={tag} to={to} search={{ tag }} className={`${look} hover:text-ink`}>
          <span className="truncate">{tag}</span>
        </Link>
      ))}
    </span>
  )
}

/** The active tag filter, which clears on click. */
export function ChosenTag({ tag }: { tag: string | undefined }) {
  if (!tag) return null
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, tag: undefined })}
      aria-label={texts.tags.clear(tag)}
      className="inline-flex h-7 max-w-full items-center gap-1 rounded-md bg-accent-soft pr-1 pl-2 text-[13px] text-ink"
    >
      <span className="truncate">{tag}</span>
      <XIcon />
    </Link>
  )
}

/** Edits a list of tags. Enter or a comma adds the typed tag. */
export function TagsField({ edits }: { edits: DocumentEdits<{ tags: string[] }> }) {
  const [typed, setTyped] = useState('')
  const { tags } = edits.shown
  const change = (changed: string[]) => edits.edit({ tags: changed })

  function add(): void {
    const added = typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag && !tags.includes(tag))
    setTyped('')
    if (added.length > 0) change([...tags, ...new Set(added)])
  }

  return (
    <Field label={texts.fields.tags} error={edits.form.errorWithin('tags')}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-1 rounded-md border border-strong-line bg-surface px-1.5 py-0.5 focus-within:border-accent">
          {tags.map((tag) => (
            <button
              key={tag}
              type="button"
              aria-label={texts.tags.remove(tag)}
              title={texts.tags.remove(tag)}
              onClick={() => change(tags.filter((each) => each !== tag))}
              className={`${look} gap-0.5 pr-0.5 hover:text-ink`}
            >
              <span className="truncate">{tag}</span>
              <XIcon />
            </button>
          ))}
          <input
            {...control}
            value={typed}
            maxLength={60}
            autoComplete="off"
            placeholder={tags.length === 0 ? texts.tags.placeholder : texts.tags.placeholderMore}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && typed === '') change(tags.slice(0, -1))
              if ((event.key !== 'Enter' && event.key !== ',') || typed === '') return
              event.preventDefault()
              add()
            }}
            className="h-7 w-28 grow bg-transparent px-1 outline-none placeholder:text-muted"
          />
        </div>
      )}
    </Field>
  )
}
