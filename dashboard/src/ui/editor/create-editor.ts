import { acceptCompletion, closeCompletion, completionStatus } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { Annotation, Compartment, EditorState, Prec, Transaction } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { completions } from './completions.ts'
import { type EditName, continueList, edits, indentList, outdentList } from './edits.ts'
import { appearance, styleRoot } from './theme.ts'
import { texts } from './texts.ts'

export interface EditorCallbacks {
  onChange: (text: string) => void
  /** Ctrl+Enter and Ctrl+S. */
  onSubmit: () => void
  /** Called for Escape, unless it closes the suggestions. Returns whether it was used. */
  onEscape: () => boolean
  onScroll: () => void
  /** Files that the user pastes or drops. Undefined if the field accepts none. */
  onFiles: ((files: File[]) => void) | undefined
  onAttach: (() => void) | undefined
}

interface EditorOptions {
  parent: HTMLElement
  text: string
  selection: { anchor: number; head: number }
  attributes: Record<string, string>
  placeholder: string | undefined
  isPublic: boolean
  /** Returns the current callbacks, which change with each render. */
  callbacks: () => EditorCallbacks
}

export type Editor = ReturnType<typeof createEditor>

/** Marks a change of the value by the page, which `onChange` doesn't report. */
const fromPage = Annotation.define<boolean>()

/** Creates the editor in its parent. */
export function createEditor({ parent, text, selection, attributes, callbacks, ...options }: EditorOptions) {
  const attributeSlot = new Compartment()
  /** Positions of the files that are being uploaded, which move with the text. */
  const marks = new Map<symbol, number>()
  const canAttach = callbacks().onFiles !== undefined
  const view = new EditorView({
    parent,
    root: styleRoot,
    state: EditorState.create({
      doc: text,
      selection,
      extensions: [
        EditorState.lineSeparator.of('\n'),
        EditorState.phrases.of({ Completions: texts.suggestions }),
        attributeSlot.of(EditorView.contentAttributes.of(attributes)),
        EditorView.contentAttributes.of({
          spellcheck: 'true',
          autocorrect: 'on',
          autocapitalize: 'sentences',
        }),
        EditorView.lineWrapping,
        history(),
        markdown({ base: markdownLanguage, completeHTMLTags: false, addKeymap: false }),
        completions({
          isPublic: options.isPublic,
          onAttach: canAttach ? () => callbacks().onAttach?.() : undefined,
        }),
        appearance,
        options.placeholder ? placeholder(options.placeholder) : [],
        Prec.highest(EditorView.domEventHandlers({ keydown: (event) => onKeyDown(event) })),
        EditorView.domEventHandlers({
          beforeinput: replaceStyledText,
          paste: (event) => takeFiles(event, event.clipboardData),
          drop: (event) => takeFiles(event, event.dataTransfer),
          scroll: () => callbacks().onScroll(),
        }),
        keymap.of([
          { key: 'Enter', run: continueList },
          { key: 'Tab', run: acceptCompletion },
          { key: 'Tab', run: indentList, shift: outdentList },
          ...historyKeymap,
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter' && key !== 'Mod-i'),
        ]),
        EditorView.updateListener.of(({ docChanged, changes, transactions, state }) => {
          if (!docChanged) return
          for (const [mark, at] of marks) marks.set(mark, changes.mapPos(at, 1))
          if (transactions.some((each) => each.docChanged && !each.annotation(fromPage)))
            callbacks().onChange(state.doc.toString())
        }),
      ],
    }),
  })

  /** Handles the keys of the field before CodeMirror does. Other handlers of the page don't get them. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (event.isComposing) return false
    const { key, altKey, shiftKey } = event
    const isCommand = (event.ctrlKey || event.metaKey) && !altKey && !shiftKey
    if (key === 'Escape') {
      if (completionStatus(view.state) === 'active') closeCompletion(view)
      else if (!callbacks().onEscape()) return false
      event.stopPropagation()
      return true
    }
    const edit = isCommand && shortcuts[key.toLowerCase()]
    if (edit) edits[edit](view)
    else if (isCommand && (key === 'Enter' || key.toLowerCase() === 's')) callbacks().onSubmit()
    else return false
    // Elsewhere, Ctrl+K opens the palette.
    event.stopPropagation()
    return true
  }

  function takeFiles(event: Event, data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])]
    const { onFiles } = callbacks()
    if (!onFiles || files.length === 0) return false
    event.preventDefault()
    onFiles(files)
    return true
  }

  return {
    run(name: EditName) {
      edits[name](view)
      view.focus()
    },
    focus: () => view.focus(),
    setText(value: string) {
      if (value === view.state.doc.toString()) return
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: value },
        annotations: [fromPage.of(true), Transaction.addToHistory.of(false)],
      })
    },
    setAttributes: (next: Record<string, string>) =>
      view.dispatch({ effects: attributeSlot.reconfigure(EditorView.contentAttributes.of(next)) }),
    /** Remembers the position of the caret for `insertAt`. */
    markCaret() {
      const mark = Symbol('upload')
      marks.set(mark, view.state.selection.main.head)
      return mark
    },
    insertAt(mark: symbol, inserted: string) {
      const from = marks.get(mark) ?? view.state.doc.length
      const isCaret = from === view.state.selection.main.head
      view.dispatch({
        changes: { from, insert: inserted },
        ...(isCaret && { selection: { anchor: from + inserted.length } }),
        userEvent: 'input.paste',
      })
    },
    forget: (mark: symbol) => void marks.delete(mark),
    scroller: view.scrollDOM,
    contains: (element: Node | null) => view.dom.contains(element),
    destroy: () => view.destroy(),
  }
}

/**
 * Inserts text over a selection in place of the browser, which would copy the style of the selection into a style
 * attribute. The Content-Security-Policy forbids that, and reports it.
 */
function replaceStyledText(event: InputEvent, view: EditorView): boolean {
  // The selection of the state can be older than that of the page.
  const selection = document.getSelection()
  if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false
  if (!selection || selection.isCollapsed || selection.rangeCount === 0 || view.composing) return false
  event.preventDefault()
  const range = selection.getRangeAt(0)
  const from = view.posAtDOM(range.startContainer, range.startOffset)
  const to = view.posAtDOM(range.endContainer, range.endOffset)
  view.dispatch({
    changes: { from, to, insert: event.data },
    selection: { anchor: from + event.data.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  })
  return true
}

const shortcuts: Record<string, EditName | undefined> = { b: 'bold', i: 'italic', k: 'link' }
