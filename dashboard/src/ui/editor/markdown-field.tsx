import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Editor, EditorCallbacks } from './create-editor.ts'
import { editorLibrary } from './library.ts'

export interface MarkdownFieldProps extends Partial<
  Pick<EditorCallbacks, 'onSubmit' | 'onEscape' | 'onScroll' | 'onFiles' | 'onAttach'>
> {
  /** The accessible name, or the id of the element that has it. */
  label?: string
  labelledBy?: string
  describedBy: string
  isInvalid?: boolean
  value: string
  placeholder?: string | undefined
  /** Whether the text is public, so that it doesn't link into the app. */
  isPublic?: boolean
  /** Whether the editor loads when a user points at the field or focuses it, instead of immediately. */
  isLazy?: boolean
  /** Focuses the field when it appears, with the caret at the end. */
  isFocused?: boolean
  className?: string
  /** Reports the editor when it is created, and null when it is removed. */
  onEditor: (editor: Editor | null) => void
  onChange: (value: string) => void
}

/** A Markdown text field: a plain one until the editor is loaded, or if it can't be loaded. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { value, placeholder, isPublic = false, isLazy = false, isFocused = false, onChange } = props
  const parent = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const isComposing = useRef(false)
  const [isReady, setIsReady] = useState(() => !isLazy && editorLibrary.isLoaded())
  const attributes = attributesOf(props)
  const editor = useRef<Editor | null>(null)
  const onEditor = useEffectEvent((created: Editor | null) => props.onEditor(created))
  const callbacks = useEffectEvent((): EditorCallbacks => ({
    onChange,
    onSubmit: () => (props.onSubmit ? props.onSubmit() : submitForm(parent.current)),
    onEscape: () => props.onEscape?.() ?? false,
    onScroll: () => props.onScroll?.(),
    onFiles: props.onFiles,
    onAttach: props.onAttach,
  }))

  /** The caret of the plain field, for the editor that replaces it. */
  const caret = useRef<{ anchor: number; head: number; hasFocus: boolean } | null>(null)

  function load(): void {
    const replace = (): void => {
      const field = plain.current
      if (field)
        caret.current = {
          anchor: field.selectionStart,
          head: field.selectionEnd,
          hasFocus: document.activeElement === field,
        }
      // In one step, because a key in between would move the caret.
      flushSync(() => setIsReady(true))
    }
    // The plain field keeps working if the editor can't be loaded.
    void editorLibrary.load().then(
      // An input method would lose the word that it composes.
      () => (isComposing.current ? plain.current?.addEventListener('compositionend', replace) : replace()),
      () => {},
    )
  }
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (!isLazy || isFocused) loadNow()
  }, [isLazy, isFocused])

  const create = useEffectEvent((target: HTMLElement) => {
    const { hasFocus, ...selection } = caret.current ?? {
      anchor: isFocused ? value.length : 0,
      head: isFocused ? value.length : 0,
      hasFocus: isFocused,
    }
    const created = editorLibrary.get().createEditor({
      parent: target,
      text: value,
      // Keys between the last render and now are in the value.
      selection: {
        anchor: Math.min(selection.anchor, value.length),
        head: Math.min(selection.head, value.length),
      },
      attributes,
      placeholder,
      isPublic,
      callbacks: () => callbacks(),
    })
    if (hasFocus) created.focus()
    return created
  })
  useLayoutEffect(() => {
    if (!isReady) {
      if (isFocused) focusPlain(plain.current)
      return undefined
    }
    const created = create(parent.current!)
    editor.current = created
    onEditor(created)
    return () => {
      editor.current = null
      onEditor(null)
      created.destroy()
    }
  }, [isReady, isFocused])
  useLayoutEffect(() => editor.current?.setText(value), [value])
  const shownAttributes = JSON.stringify(attributes)
  useLayoutEffect(
    () => editor.current?.setAttributes(JSON.parse(shownAttributes) as Record<string, string>),
    [shownAttributes],
  )

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Escape' && props.onEscape?.()) event.stopPropagation()
    else if (isCommand && (event.key === 'Enter' || event.key.toLowerCase() === 's')) {
      event.preventDefault()
      if (props.onSubmit) props.onSubmit()
      else event.currentTarget.form?.requestSubmit()
    }
  }

  function onPaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (!props.onFiles || files.length === 0) return
    event.preventDefault()
    props.onFiles(files)
  }

  const className = `markdown-field ${props.className ?? ''}`
  if (isReady) return <div ref={parent} className={className} />
  return (
    <textarea
      ref={plain}
      value={value}
      placeholder={placeholder}
      rows={1}
      {...attributes}
      spellCheck
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onPointerEnter={load}
      onFocus={load}
      onCompositionStart={() => (isComposing.current = true)}
      onCompositionEnd={() => (isComposing.current = false)}
      className={`block w-full resize-none field-sizing-content bg-transparent outline-none placeholder:text-muted ${className}`}
    />
  )
}

/** The attributes of both fields, so that assistive technology finds the same field before and after loading. */
function attributesOf({ label, labelledBy, describedBy, isInvalid = false }: MarkdownFieldProps) {
  return {
    role: 'textbox',
    'aria-multiline': 'true' as const,
    ...(label !== undefined && { 'aria-label': label }),
    ...(labelledBy !== undefined && { 'aria-labelledby': labelledBy }),
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid ? ('true' as const) : ('false' as const),
  }
}

function submitForm(field: HTMLElement | null): void {
  field?.closest('form')?.requestSubmit()
}

function focusPlain(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
