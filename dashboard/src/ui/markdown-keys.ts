/*
 * Edits for the keys and buttons of an editor. They act as typed input, so that the browser's undo works.
 */

/** Adds marks around the selection, or removes them. At the end of marked text, moves the caret behind the marks. */
export function wrap(field: HTMLTextAreaElement, mark: string): void {
  const { value, selectionStart: start, selectionEnd: end } = field
  const around =
    value.slice(start - mark.length, start) === mark && value.slice(end, end + mark.length) === mark
  const chosen = value.slice(start, end)
  const atEnd = start === end && !around && value.startsWith(mark, end)
  if (atEnd) field.setSelectionRange(end + mark.length, end + mark.length)
  else if (around) {
    replaceText(field, start - mark.length, end + mark.length, chosen)
    field.setSelectionRange(start - mark.length, end - mark.length)
  } else {
    replaceText(field, start, end, mark + chosen + mark)
    field.setSelectionRange(start + mark.length, end + mark.length)
  }
}

/** Turns the selection into a link, and selects the part to type next. */
export function link(field: HTMLTextAreaElement): void {
  const { value, selectionStart: start, selectionEnd: end } = field
  const chosen = value.slice(start, end)
  const isUrl = /^https?:\/\/\S+$/.test(chosen)
  const [label, url] = isUrl ? ['', chosen] : [chosen, 'https://']
  replaceText(field, start, end, `[${label}](${url})`)
  const at = start + 1 + label.length
  if (label === '') field.setSelectionRange(start + 1, start + 1)
  else field.setSelectionRange(at + 2, at + 2 + url.length)
}

/** Adds a mark before each selected line, or removes it if all of them have it. */
export function markLines(field: HTMLTextAreaElement, mark: string): void {
  const { value, selectionStart, selectionEnd } = field
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const next = value.indexOf('\n', selectionEnd)
  const end = next === -1 ? value.length : next
  const lines = value.slice(start, end).split('\n')
  const marked = lines.every((line) => line.startsWith(mark))
  const text = lines.map((line) => (marked ? line.slice(mark.length) : mark + line)).join('\n')
  replaceText(field, start, end, text)
  field.setSelectionRange(start + text.length, start + text.length)
}

const listLine = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))( \[[ xX]\])? (.*)$/

/** Starts the next item at the end of a list item, or ends the list after an empty one. Returns whether it did. */
export function continueList(field: HTMLTextAreaElement): boolean {
  const { value, selectionStart: at, selectionEnd } = field
  const start = value.lastIndexOf('\n', at - 1) + 1
  const match = listLine.exec(value.slice(start, at))
  if (!match || at !== selectionEnd) return false
  const [, indent = '', bullet, number, after = '', box, text] = match
  if (text === '') replaceText(field, start, at, '')
  else {
    const mark = bullet ?? `${Number(number) + 1}${after}`
    replaceText(field, at, at, `\n${indent}${mark}${box ? ' [ ]' : ''} `)
  }
  return true
}

/** Replaces a part of the text. */
export function replaceText(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus()
  field.setSelectionRange(start, end)
  // Deprecated without a successor, but nothing else preserves the browser's undo history.
  const typed = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (typed || (text === '' && start === end)) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
