import { type ChangeSpec, EditorSelection } from '@codemirror/state'
import type { Command, EditorView } from '@codemirror/view'
import { texts } from './texts.ts'

/*
 * Edits for the keys, the toolbar and the slash menu.
 */

/** Adds marks around the selection, or removes them. At the end of marked text, moves the caret behind the marks. */
export function wrap(mark: string): Command {
  return (view) => {
    const { doc, selection } = view.state
    const { from, to } = selection.main
    const size = mark.length
    const isMarked =
      from >= size && doc.sliceString(from - size, from) === mark && doc.sliceString(to, to + size) === mark
    if (from === to && !isMarked && doc.sliceString(to, to + size) === mark)
      view.dispatch({ selection: { anchor: to + size } })
    else if (isMarked)
      view.dispatch({
        changes: [
          { from: from - size, to: from },
          { from: to, to: to + size },
        ],
        selection: { anchor: from - size, head: to - size },
        userEvent: 'delete',
      })
    else
      view.dispatch({
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        selection: { anchor: from + size, head: to + size },
        userEvent: 'input',
      })
    return true
  }
}

/** Turns the selection into a link, and selects the part to type next. */
export const link: Command = (view) => {
  const { from, to } = view.state.selection.main
  const selected = view.state.doc.sliceString(from, to)
  const isUrl = /^https?:\/\/\S+$/.test(selected)
  const [label, url] = isUrl ? ['', selected] : [selected, 'https://']
  const urlStart = from + label.length + 3
  view.dispatch({
    changes: { from, to, insert: `[${label}](${url})` },
    selection: label === '' ? { anchor: from + 1 } : { anchor: urlStart, head: urlStart + url.length },
    userEvent: 'input',
  })
  return true
}

/** Adds a mark before each selected line, or removes it if all of them have it. */
export function markLines(mark: string): Command {
  return (view) => {
    const lines = selectedLines(view)
    const isMarked = lines.every(({ text }) => text.startsWith(mark))
    view.dispatch({
      changes: lines.map(({ from }): ChangeSpec =>
        isMarked ? { from, to: from + mark.length } : { from, insert: mark },
      ),
      userEvent: 'input',
    })
    // The caret of an empty line stays before an insertion at its position.
    const { main } = view.state.selection
    if (main.empty && !isMarked && main.head === lines[0]!.from)
      view.dispatch({ selection: { anchor: main.head + mark.length } })
    return true
  }
}

function selectedLines({ state }: EditorView) {
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
}

/** A character that no text contains. */
const caretMark = '\u{E000}'

/** Inserts a block on its own lines. `caretMark` in the text is the caret. */
export function insertBlock(block: string): Command {
  return (view) => {
    const { head } = view.state.selection.main
    const line = view.state.doc.lineAt(head)
    const before = line.text.trim() === '' ? '' : '\n\n'
    const at = before ? line.to : line.from
    const caret = block.indexOf(caretMark)
    const insert = before + block.replace(caretMark, '')
    view.dispatch({
      changes: { from: at, to: line.to, insert },
      selection: { anchor: at + before.length + caret },
      scrollIntoView: true,
      userEvent: 'input',
    })
    return true
  }
}

const [firstHead, secondHead] = texts.tableHead

/** The edits of the toolbar and the slash menu, by name. */
export const edits = {
  bold: wrap('**'),
  italic: wrap('_'),
  link,
  code: wrap('`'),
  heading: markLines('## '),
  list: markLines('- '),
  checklist: markLines('- [ ] '),
  quote: markLines('> '),
  codeBlock: insertBlock(`\`\`\`\n${caretMark}\n\`\`\``),
  table: insertBlock(`| ${firstHead} | ${secondHead} |\n| --- | --- |\n| ${caretMark} |  |`),
  divider: insertBlock(`---\n${caretMark}`),
} satisfies Record<string, Command>

export type EditName = keyof typeof edits

const listLine = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))( \[[ xX]\])? (.*)$/

/** Starts the next item at the end of a list item, or ends the list after an empty one. */
export const continueList: Command = (view) => {
  const { main } = view.state.selection
  const line = view.state.doc.lineAt(main.head)
  const match = listLine.exec(line.text.slice(0, main.head - line.from))
  if (!match || !main.empty) return false
  const [, indent = '', bullet, number, after = '', box, text] = match
  if (text === '') view.dispatch({ changes: { from: line.from, to: main.head }, userEvent: 'delete' })
  else {
    const mark = bullet ?? `${Number(number) + 1}${after}`
    const insert = `\n${indent}${mark}${box ? ' [ ]' : ''} `
    view.dispatch({
      changes: { from: main.head, insert },
      selection: EditorSelection.cursor(main.head + insert.length),
      scrollIntoView: true,
      userEvent: 'input',
    })
  }
  return true
}

/** Indents the list items of the selection. Elsewhere Tab moves the focus, as in a form. */
export const indentList: Command = (view) => {
  const lines = selectedLines(view)
  if (!lines.every(({ text }) => listLine.test(text))) return false
  view.dispatch({ changes: lines.map(({ from }) => ({ from, insert: '  ' })), userEvent: 'input.indent' })
  return true
}

export const outdentList: Command = (view) => {
  const lines = selectedLines(view).filter(({ text }) => /^ {2}/.test(text) && listLine.test(text))
  if (lines.length === 0) return false
  view.dispatch({
    changes: lines.map(({ from }) => ({ from, to: from + 2 })),
    userEvent: 'delete.dedent',
  })
  return true
}
