const copied = [
  ...['boxSizing', 'width', 'fontFamily', 'fontSize', 'fontWeight', 'lineHeight', 'letterSpacing', 'tabSize'],
  ...['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft'],
  ...['borderTopWidth', 'borderRightWidth', 'borderBottomWidth', 'borderLeftWidth'],
] as const

export interface CaretPosition {
  left: number
  top: number
  bottom: number
  /** Of the field. */
  height: number
}

/** Where in a field the text has this place, from its upper left corner: what browsers do not tell is measured in a copy. */
export function caretPosition(field: HTMLTextAreaElement, at: number): CaretPosition {
  const copy = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of copied) copy.style[name] = style[name]
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  const mark = document.createElement('span')
  mark.textContent = '​'
  copy.append(field.value.slice(0, at), mark)
  document.body.append(copy)
  const top = mark.offsetTop - field.scrollTop
  const place = { left: mark.offsetLeft, top, bottom: top + mark.offsetHeight, height: field.clientHeight }
  copy.remove()
  return place
}
