import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { CloseIcon } from '../../ui/icons.tsx'

const look =
  'inline-flex max-w-full items-center rounded bg-hover px-1.5 py-px text-xs font-medium text-muted'

/** The tags of something in a list: each one shows what else has it. */
export function Tags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <Link
      key={tag}
      to="."
      search={(search: object) => ({ ...search, tag })}
      title={`Everything that is tagged ${tag}`}
      className={`${look} hover:text-ink`}
    >
      <span className="truncate">{tag}</span>
    </Link>
  ))
}

interface TagLinksProps {
  /** The list of all that is of this kind. */
  to: '/notes' | '/decisions' | '/skills'
  tags: readonly string[]
}

/** The tags of something on its own page. */
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

/** By which tag a list is filtered, and the way to see all of it again. */
export function ChosenTag({ tag }: { tag: string | undefined }) {
  if (!tag) return null
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, tag: undefined })}
      aria-label={`No longer only what is tagged ${tag}`}
      className="inline-flex h-7 max-w-full items-center gap-1 rounded-md bg-accent-soft pr-1 pl-2 text-[13px] text-ink"
    >
      <span className="truncate">{tag}</span>
      <CloseIcon />
    </Link>
  )
}

interface TagsFieldProps {
  tags: readonly string[]
  error?: string | undefined
  onChange: (tags: string[]) => void
}

/** The words that something is found by: written one after the other, and taken away with a press. */
export function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState('')

  function add(): void {
    const wanted = typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag && !tags.includes(tag))
    setTyped('')
    if (wanted.length > 0) onChange([...tags, ...new Set(wanted)])
  }

  return (
    <Field label="Tags" error={error}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-1 rounded-md border border-strong-line bg-surface px-1.5 py-0.5 focus-within:border-accent">
          {tags.map((tag) => (
            <button
              key={tag}
              type="button"
              aria-label={`Take the tag ${tag} away`}
              title={`Take the tag ${tag} away`}
              onClick={() => onChange(tags.filter((each) => each !== tag))}
              className={`${look} gap-0.5 pr-0.5 hover:text-ink`}
            >
              <span className="truncate">{tag}</span>
              <CloseIcon />
            </button>
          ))}
          <input
            {...control}
            value={typed}
            maxLength={60}
            autoComplete="off"
            placeholder={tags.length === 0 ? 'Words to find it by' : 'Another'}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1))
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
