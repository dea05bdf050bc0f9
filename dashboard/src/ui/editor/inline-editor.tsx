import { useId, useRef, useState } from 'react'
import { formatNumber } from '../format-number.ts'
import { Markdown } from '../markdown.tsx'
import { afterPress } from '../press.ts'
import type { Editor } from './create-editor.ts'
import { DraftOffer } from './draft-offer.tsx'
import { useDraft } from './drafts.ts'
import { MarkdownField, type MarkdownFieldProps } from './markdown-field.tsx'
import { texts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import { useUploads } from './uploads.tsx'

type FieldProps = 'value' | 'placeholder' | 'onChange' | 'onSubmit' | 'onEscape' | 'isFocused'

export interface InlineEditorProps extends Pick<MarkdownFieldProps, FieldProps> {
  label: string
  maxLength: number
  /** The name of the draft, such as "comment WEB-42". */
  draft?: string
  /** Whether the draft stays when the field closes. */
  keepsDraft?: boolean
  /** The item that pasted files are attached to. */
  attachTo?: string | undefined
  isInvalid?: boolean
  /** The id of a hint or an error of the form. */
  describedBy?: string | undefined
  className?: string
  fieldClassName?: string
  /** Called when the focus leaves the editor and no upload is running. */
  onLeave?: () => void
}

/** A Markdown field in a page: comments, answers and descriptions. It grows with its text. */
export function InlineEditor(props: InlineEditorProps) {
  const { label, value, maxLength, draft, keepsDraft = false, attachTo, onChange, onLeave } = props
  const { className = '', fieldClassName = '', ...field } = props
  const id = useId()
  const editor = useRef<Editor | null>(null)
  const [isReady, setIsReady] = useState(false)
  const [isPreviewed, setIsPreviewed] = useState(false)
  const [isUsed, setIsUsed] = useState(false)
  const { offered, settle } = useDraft({ place: draft, value, isKept: keepsDraft })
  const uploads = useUploads(editor, attachTo)
  const isTooLong = value.length > maxLength
  return (
    <div
      className="flex flex-col gap-1.5"
      onFocus={() => setIsUsed(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A file picker or another window takes the focus too, but the user returns from them.
        if (currentTarget.contains(relatedTarget) || !document.hasFocus()) return
        afterPress(() => setIsUsed(currentTarget.contains(document.activeElement)))
        if (!uploads.isRunning) onLeave?.()
      }}
    >
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
      <div className={className}>
        <MarkdownField
          {...field}
          onEditor={(created) => {
            editor.current = created
            setIsReady(created !== null)
          }}
          describedBy={props.describedBy ? `${props.describedBy} ${id}-note` : `${id}-note`}
          isInvalid={isTooLong || (props.isInvalid ?? false)}
          isLazy
          className={fieldClassName}
          onFiles={uploads.add}
          onAttach={uploads.openPicker}
        />
        {/* Until the editor is loaded, only its space. Otherwise the button below would move away under a click. */}
        <Toolbar
          editor={editor}
          onAttach={uploads.openPicker}
          preview={{ isShown: isPreviewed, toggle: () => setIsPreviewed(!isPreviewed) }}
          className={`-mx-1.5 mt-1 ${isReady ? '' : 'invisible'} ${value === '' && !isUsed ? 'hidden' : ''}`}
        />
        <span id={`${id}-note`} className={isTooLong ? 'text-[13px] text-danger' : 'sr-only'}>
          {isTooLong ? texts.tooLong(formatNumber(value.length), formatNumber(maxLength)) : texts.leaveHint}
        </span>
      </div>
      {uploads.parts}
      {isPreviewed && value.trim() && (
        <div role="region" aria-label={texts.preview(label)} className="rounded-md border px-3 py-2">
          <Markdown text={value} breaks />
        </div>
      )}
    </div>
  )
}
