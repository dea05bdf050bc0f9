import { useDeferredValue, useId, useRef, useState } from 'react'
import { Choice } from './choice.tsx'
import type { Editor } from './editor/create-editor.ts'
import { DraftOffer } from './editor/draft-offer.tsx'
import { useDraft } from './editor/drafts.ts'
import { MarkdownField } from './editor/markdown-field.tsx'
import { texts } from './editor/texts.ts'
import { Toolbar } from './editor/toolbar.tsx'
import { useUploads } from './editor/uploads.tsx'
import { formatNumber } from './format-number.ts'
import type { NoteTarget } from './markdown-links.ts'
import { Markdown } from './markdown.tsx'

export interface MarkdownEditorProps {
  label: string
  value: string
  maxLength: number
  placeholder?: string
  error?: string | undefined
  /** Whether it is small, for pages with several editors. */
  compact?: boolean
  /** Whether the text is public, so that it doesn't link into the app. */
  isPublic?: boolean
  notes?: readonly NoteTarget[] | undefined
  /** The item that pasted files are attached to. Without it, the field accepts no files. */
  attachTo?: string | undefined
  onChange: (value: string) => void
}

/** A Markdown field with a preview beside it, or instead of it on small screens. Ctrl+S submits its form. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { label, value, maxLength, placeholder, error, compact, isPublic, notes, attachTo, onChange } = props
  const id = useId()
  const editor = useRef<Editor | null>(null)
  const pane = useRef<HTMLDivElement>(null)
  const preview = useRef<HTMLDivElement>(null)
  const [isReady, setIsReady] = useState(false)
  const [view, setView] = useState<keyof typeof texts.views>('write')
  const previewed = useDeferredValue(value)
  const [place] = useState(() => `${location.pathname} ${label}`)
  const { offered, settle } = useDraft({ place, value, isKept: false })
  const uploads = useUploads(editor, attachTo)
  const isTooLong = value.length > maxLength
  const shownError =
    error ?? (isTooLong ? texts.tooLong(formatNumber(value.length), formatNumber(maxLength)) : undefined)

  /** Scrolls the preview in proportion to the text. */
  function syncScroll(): void {
    const [text, rendered] = [pane.current!, preview.current!]
    const part = text.scrollTop / Math.max(1, text.scrollHeight - text.clientHeight)
    rendered.scrollTop = part * (rendered.scrollHeight - rendered.clientHeight)
  }

  const height = compact ? 'h-44' : 'h-[clamp(16rem,calc(100dvh-20rem),48rem)]'
  return (
    <div className="@container flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* A label can't point at an editable element, so the field names this text. */}
        <span id={`${id}-label`} className="font-medium" onClick={() => editor.current?.focus()}>
          {label}
        </span>
        <span className="@min-[44rem]:hidden">
          <Choice label={texts.view} value={view} names={texts.views} onChange={setView} />
        </span>
        <Toolbar
          editor={editor}
          onAttach={uploads.openPicker}
          className={`ml-auto ${!isReady ? 'invisible' : view === 'preview' ? 'invisible @min-[44rem]:visible' : ''}`}
        />
      </div>
      {offered && (
        <DraftOffer
          draft={offered}
          onDiscard={settle}
          onRestore={() => {
            onChange(offered.text)
            settle()
            editor.current?.focus()
          }}
        />
      )}
      <div className="grid rounded-md border border-strong-line bg-surface focus-within:border-accent @min-[44rem]:grid-cols-2 @min-[44rem]:divide-x">
        <div
          ref={pane}
          onScroll={syncScroll}
          className={`${height} min-w-0 overflow-y-auto ${view === 'preview' ? 'hidden @min-[44rem]:block' : ''}`}
        >
          <MarkdownField
            onEditor={(created) => {
              editor.current = created
              setIsReady(created !== null)
            }}
            labelledBy={`${id}-label`}
            describedBy={`${id}-note ${id}-keys`}
            isInvalid={shownError !== undefined}
            {...{ value, placeholder, onChange }}
            isPublic={isPublic ?? false}
            className="min-h-full px-3 py-2.5"
            onFiles={uploads.add}
            onAttach={uploads.openPicker}
          />
        </div>
        <div
          ref={preview}
          role="region"
          aria-label={texts.preview(label)}
          tabIndex={0}
          className={`${height} min-w-0 overflow-y-auto px-4 py-2.5 ${view === 'write' ? 'hidden @min-[44rem]:block' : ''}`}
        >
          {previewed.trim() ? (
            <Markdown text={previewed} {...(notes && { notes })} />
          ) : (
            <p className="text-muted">{texts.emptyPreview}</p>
          )}
        </div>
      </div>
      {uploads.parts}
      <p id={`${id}-note`} className={`text-[13px] ${shownError ? 'text-danger' : 'text-muted'}`}>
        {shownError ?? (isPublic ? texts.hint : texts.hintWithLinks)}
      </p>
      <span id={`${id}-keys`} className="sr-only">
        {texts.leaveHint}
      </span>
    </div>
  )
}
