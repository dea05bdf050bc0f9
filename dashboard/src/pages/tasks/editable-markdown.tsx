import { PencilIcon } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { InlineEditor } from '../../ui/editor/inline-editor.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { afterPress } from '../../ui/press.ts'
import { showToast } from '../../ui/toasts.ts'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { type InPlaceEdit, EditConflict, useInPlaceEdit } from './in-place-edit.tsx'
import { texts } from './texts.ts'

interface EditableMarkdownProps extends Pick<InPlaceEdit, 'value' | 'onSave'> {
  label: string
  placeholder: string
  className: string
  /** The item of the text, which pasted files are attached to. */
  item: string
}

/** Markdown that users edit in place, with the files of its item. */
export function EditableMarkdown(props: EditableMarkdownProps) {
  return (
    <div>
      <TextOrEditor {...props} />
      <AttachmentList item={props.item} />
    </div>
  )
}

/** Rendered Markdown that turns into an editor on click or through the edit button. */
function TextOrEditor(props: EditableMarkdownProps) {
  const { label, value, placeholder, className, item, onSave } = props
  const [editing, setEditing] = useState(false)
  const endedByKey = useRef(false)
  if (editing || value === '')
    return (
      <div onKeyDownCapture={({ key }) => (endedByKey.current = key === 'Enter' || key === 'Escape')}>
        <MarkdownInPlace
          key={item}
          {...{ label, value, placeholder, onSave, className, item }}
          focused={editing}
          onEnd={() => afterPress(() => setEditing(false))}
        />
      </div>
    )

  /** Keeps keyboard users in place: moves the focus to the edit button after Enter or Escape. */
  function restoreFocus(page: HTMLElement | null): void {
    if (page && endedByKey.current) page.querySelector('button')?.focus()
    endedByKey.current = false
  }

  function tick(text: string): void {
    onSave(text)
    showToast({ text: texts.editableMarkdown.ticked, undo: () => onSave(value) })
  }

  function onClick({ target }: MouseEvent): void {
    // Following a link or selecting text must not start an edit.
    const isEditClick =
      !(target as HTMLElement).closest('a, button, input') && getSelection()?.isCollapsed !== false
    if (isEditClick) setEditing(true)
  }

  return (
    <div
      ref={restoreFocus}
      className={`group relative -mx-2 cursor-text rounded-md border border-transparent px-2 py-1.5 hover:border-line pointer-coarse:pr-10 ${className}`}
      // A shortcut for mouse users; the button below does the same.
      onClick={onClick}
    >
      <Markdown text={value} breaks onTick={tick} />
      <span className="absolute top-1 right-1 rounded-md bg-surface opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <IconButton label={texts.editableMarkdown.edit(label)} onClick={() => setEditing(true)}>
          <PencilIcon />
        </IconButton>
      </span>
    </div>
  )
}

interface MarkdownInPlaceProps extends EditableMarkdownProps {
  focused: boolean
  onEnd: () => void
}

const maxLength = 50_000

/** The editor of a text. Leaving it saves, and Escape discards the edit. */
function MarkdownInPlace(props: MarkdownInPlaceProps) {
  const { label, placeholder, className, item, focused } = props
  const { text, setText, save, end, conflict, isEdited } = useInPlaceEdit(props)
  return (
    <div>
      <InlineEditor
        label={label}
        placeholder={placeholder}
        value={text}
        maxLength={maxLength}
        draft={`${label} ${item}`}
        attachTo={item}
        isFocused={focused}
        className="-mx-2 rounded-md border border-transparent px-2 py-1.5 focus-within:border-strong-line hover:border-line"
        fieldClassName={className}
        onChange={setText}
        onLeave={save}
        onSubmit={save}
        onEscape={() => {
          if (isEdited || focused) end()
          return isEdited || focused
        }}
      />
      {conflict && <EditConflict {...conflict} />}
    </div>
  )
}
