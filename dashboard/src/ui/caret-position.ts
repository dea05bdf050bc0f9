const copiedStyles = [
  'boxSizing',
  'width',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'lineHeight',
  'letterSpacing',
  'tabSize',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
] as const

export interface CaretPosition {
  left: number
  top: number
  bottom: number
  /** The height of the field. */
  height: number
}

/** Returns the position of a character in a field, measured in a hidden copy because browsers have no API for it. */
export function caretPosition(field: HTMLTextAreaElement, at: number): CaretPosition {
  const copy = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of copiedStyles) copy.style[name] = style[name]
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  const marker = document.createElement('span')
  marker.textContent = '​'
  copy.append(field.value.slice(0, at), marker)
  document.body.append(copy)
  const top = marker.offsetTop - field.scrollTop
  const position = {
    left: marker.offsetLeft,
    top,
    bottom: top + marker.offsetHeight,
    height: field.clientHeight,
  }
  copy.remove()
  return position
}
