import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import { Choice } from './choice.tsx'
import { type Suggest, useCompletion } from './markdown-completion.tsx'
import { continueList, link, markLines, wrap } from './markdown-keys.ts'
import type { NoteTarget } from './markdown-links.ts'
import { Markdown } from './markdown.tsx'
import { texts } from './texts.ts'

export interface MarkdownEditorProps {
  label: string
  value: string
  maxLength: number
  placeholder?: string
  error?: string | undefined
  /** Whether it is small, for pages with several editors. */
  compact?: boolean
  /** Returns suggestions for text after [[. */
  suggest?: Suggest
  notes?: readonly NoteTarget[] | undefined
  onChange: (value: string) => void
}

const { views, tools: names, ...labels } = texts.markdownEditor

/** A Markdown field with a preview beside it, or instead of it on small screens. Ctrl+S submits its form. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, maxLength, placeholder, error, compact, suggest, notes, onChange } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const preview = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<keyof typeof views>('write')
  const completion = useCompletion(field, suggest)
  const previewed = useDeferredValue(value)

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (completion.onKeyDown(event) || event.nativeEvent.isComposing) return
    const edit =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && keys[event.key.toLowerCase()]
    if (edit) edit(event.currentTarget)
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's')
      event.currentTarget.form?.requestSubmit()
    else if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return
    else if (!continueList(event.currentTarget)) return
    event.preventDefault()
    // Elsewhere, Ctrl+K opens the palette.
    event.stopPropagation()
  }

  /** Scrolls the preview in proportion to the text. */
  function syncScroll(): void {
    const [text, rendered] = [field.current!, preview.current!]
    const part = text.scrollTop / Math.max(1, text.scrollHeight - text.clientHeight)
    rendered.scrollTop = part * (rendered.scrollHeight - rendered.clientHeight)
  }

  const height = compact ? 'h-44' : 'h-[clamp(16rem,calc(100dvh-20rem),48rem)]'
  const pane = `${height} min-w-0 overflow-y-auto`
  return (
    <div className="@container flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span className="@min-[44rem]:hidden">
          <Choice label={labels.view} value={view} names={views} onChange={setView} />
        </span>
        <Toolbar field={field} hidden={view === 'preview'} />
      </div>
      <div className="grid overflow-hidden rounded-md border border-strong-line bg-surface focus-within:border-accent @min-[44rem]:grid-cols-2 @min-[44rem]:divide-x">
        <div className={`relative ${view === 'preview' ? 'hidden @min-[44rem]:block' : ''}`}>
          <textarea
            ref={field}
            id={id}
            value={value}
            maxLength={maxLength}
            placeholder={placeholder}
            spellCheck
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-note`}
            {...completion.control}
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={onKeyDown}
            onSelect={completion.update}
            onBlur={completion.close}
            onScroll={syncScroll}
            className={`block w-full resize-none bg-transparent px-3 py-2.5 font-mono text-[13px] leading-5 outline-none placeholder:text-muted ${pane}`}
          />
          {completion.list}
        </div>
        <div
          ref={preview}
          role="region"
          aria-label={labels.preview(label)}
          tabIndex={0}
          className={`px-4 py-2.5 ${pane} ${view === 'write' ? 'hidden @min-[44rem]:block' : ''}`}
        >
          {previewed.trim() ? (
            <Markdown text={previewed} {...(notes && { notes })} />
          ) : (
            <p className="text-muted">{labels.emptyPreview}</p>
          )}
        </div>
      </div>
      <p id={`${id}-note`} className={`text-[13px] ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? (suggest ? labels.hintWithLinks : labels.hint)}
      </p>
    </div>
  )
}

type Edit = (field: HTMLTextAreaElement) => void

const keys: Record<string, Edit> = {
  b: (field) => wrap(field, '**'),
  i: (field) => wrap(field, '_'),
  k: link,
}

const tools: { name: string; key?: string; sign: ReactNode; edit: Edit }[] = [
  { name: names.bold, key: 'B', sign: <b>B</b>, edit: keys.b! },
  { name: names.italic, key: 'I', sign: <i className="font-serif">I</i>, edit: keys.i! },
  { name: names.link, key: 'K', sign: <u>a</u>, edit: link },
  {
    name: names.code,
    sign: <span className="font-mono text-xs">{'<>'}</span>,
    edit: (field) => wrap(field, '`'),
  },
  { name: names.heading, sign: 'H', edit: (field) => markLines(field, '## ') },
  { name: names.list, sign: '•', edit: (field) => markLines(field, '- ') },
  { name: names.checklist, sign: '☑', edit: (field) => markLines(field, '- [ ] ') },
]

const control = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl '

function Toolbar({ field, hidden }: { field: { current: HTMLTextAreaElement | null }; hidden: boolean }) {
  return (
    <div
      role="group"
      aria-label={labels.toolbar}
      className={`ml-auto flex ${hidden ? 'invisible @min-[44rem]:visible' : ''}`}
    >
      {tools.map(({ name, key, sign, edit }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={key ? `${name} (${control}${key})` : name}
          // Keeps the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => field.current && edit(field.current)}
          className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          {sign}
        </button>
      ))}
    </div>
  )
}
