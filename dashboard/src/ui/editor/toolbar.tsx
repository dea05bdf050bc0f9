import {
  BoldIcon,
  CodeIcon,
  EyeIcon,
  HeadingIcon,
  ItalicIcon,
  LinkIcon,
  ListChecksIcon,
  ListIcon,
  PaperclipIcon,
} from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { Editor } from './create-editor.ts'
import type { EditName } from './edits.ts'
import { texts } from './texts.ts'

const { tools } = texts

const buttons: { name: EditName & keyof typeof tools; key?: string; icon: ReactNode }[] = [
  { name: 'bold', key: 'B', icon: <BoldIcon /> },
  { name: 'italic', key: 'I', icon: <ItalicIcon /> },
  { name: 'link', key: 'K', icon: <LinkIcon /> },
  { name: 'code', icon: <CodeIcon /> },
  { name: 'heading', icon: <HeadingIcon /> },
  { name: 'list', icon: <ListIcon /> },
  { name: 'checklist', icon: <ListChecksIcon /> },
]

const control = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl '

interface ToolbarProps {
  editor: RefObject<Editor | null>
  /** Opens the file picker. Without it, the field accepts no files. */
  onAttach: (() => void) | undefined
  /** Shows or hides the preview of a field that has none beside it. */
  preview?: { isShown: boolean; toggle: () => void }
  className?: string
}

export function Toolbar({ editor, onAttach, preview, className = '' }: ToolbarProps) {
  return (
    <div role="group" aria-label={texts.toolbar} className={`flex flex-wrap ${className}`}>
      {buttons.map(({ name, key, icon }) => (
        <Tool
          key={name}
          label={tools[name]}
          title={key ? `${tools[name]} (${control}${key})` : tools[name]}
          onClick={() => editor.current?.run(name)}
        >
          {icon}
        </Tool>
      ))}
      {onAttach && (
        <Tool label={tools.attach} title={tools.attach} onClick={onAttach}>
          <PaperclipIcon />
        </Tool>
      )}
      {preview && (
        <Tool
          label={texts.showPreview}
          title={texts.showPreview}
          isPressed={preview.isShown}
          onClick={preview.toggle}
        >
          <EyeIcon />
        </Tool>
      )}
    </div>
  )
}

interface ToolProps {
  label: string
  title: string
  isPressed?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, title, isPressed, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      title={title}
      // Keeps the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:text-ink"
    >
      {children}
    </button>
  )
}
