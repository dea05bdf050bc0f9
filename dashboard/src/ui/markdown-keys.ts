/*
 * What keys and buttons do to the text of an editor. Everything is typed in as if by hand, so that the browser's own undo
 * takes it back.
 */

/** Puts marks around what is selected, or takes them away where they are; at the end of what they mark, goes on behind them. */
export function wrap(field: HTMLTextAreaElement, mark: string): void {
  const { value, selectionStart: start, selectionEnd: end } = field
  const around =
    value.slice(start - mark.length, start) === mark && value.slice(end, end + mark.length) === mark
  const chosen = value.slice(start, end)
  const atEnd = start === end && !around && value.startsWith(mark, end)
  if (atEnd) field.setSelectionRange(end + mark.length, end + mark.length)
  else if (around) {
    type(field, start - mark.length, end + mark.length, chosen)
    field.setSelectionRange(start - mark.length, end - mark.length)
  } else {
    type(field, start, end, mark + chosen + mark)
    field.setSelectionRange(start + mark.length, end + mark.length)
  }
}

/** The selected words become a link, and what is to be written next is selected. */
export function link(field: HTMLTextAreaElement): void {
  const { value, selectionStart: start, selectionEnd: end } = field
  const chosen = value.slice(start, end)
  const isAddress = /^https?:\/\/\S+$/.test(chosen)
  const [words, address] = isAddress ? ['', chosen] : [chosen, 'https://']
  type(field, start, end, `[${words}](${address})`)
  const at = start + 1 + words.length
  if (words === '') field.setSelectionRange(start + 1, start + 1)
  else field.setSelectionRange(at + 2, at + 2 + address.length)
}

/** Puts a mark before each selected line, or takes it away where all of them have it. */
export function markLines(field: HTMLTextAreaElement, mark: string): void {
  const { value, selectionStart, selectionEnd } = field
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const next = value.indexOf('\n', selectionEnd)
  const end = next === -1 ? value.length : next
  const lines = value.slice(start, end).split('\n')
  const marked = lines.every((line) => line.startsWith(mark))
  const text = lines.map((line) => (marked ? line.slice(mark.length) : mark + line)).join('\n')
  type(field, start, end, text)
  field.setSelectionRange(start + text.length, start + text.length)
}

const listLine = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))( \[[ xX]\])? (.*)$/

/** At the end of a line of a list: begins the next one, or ends the list after an empty one. Answers whether it did. */
export function continueList(field: HTMLTextAreaElement): boolean {
  const { value, selectionStart: at, selectionEnd } = field
  const start = value.lastIndexOf('\n', at - 1) + 1
  const match = listLine.exec(value.slice(start, at))
  if (!match || at !== selectionEnd) return false
  const [, indent = '', bullet, number, after = '', box, text] = match
  if (text === '') type(field, start, at, '')
  else {
    const mark = bullet ?? `${Number(number) + 1}${after}`
    type(field, at, at, `\n${indent}${mark}${box ? ' [ ]' : ''} `)
  }
  return true
}

/** Replaces a part of the text. */
export function type(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus()
  field.setSelectionRange(start, end)
  // The only way that leaves the browser's undo as it should be; it has no successor.
  const typed = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (typed || (text === '' && start === end)) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
