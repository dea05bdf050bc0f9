export interface Ticked {
  content: string
  /** The content before, to undo the change. An undo itself has none. */
  before?: string
}

/** Returns the content of a document after its shown part changed. The part leaves out a repeated title. */
export function contentWith(content: string, shown: string, changed: string): Ticked {
  return { content: content.slice(0, content.length - shown.length) + changed, before: content }
}
