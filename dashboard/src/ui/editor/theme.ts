import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const highlights = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.35em', fontWeight: '650' },
  { tag: tags.heading2, fontSize: '1.2em', fontWeight: '650' },
  { tag: tags.heading3, fontSize: '1.08em', fontWeight: '650' },
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.92em' },
  { tag: tags.link, color: 'var(--color-accent)' },
  { tag: tags.url, color: 'var(--color-accent)', textDecoration: 'underline' },
  { tag: tags.quote, color: 'var(--color-muted)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: 'var(--color-muted)' },
])

/** The colours come from the variables of the page, which contain both themes. */
const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'inherit', fontSize: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit', overflow: 'visible' },
  '.cm-content': { padding: '0', caretColor: 'var(--color-ink)', minHeight: '100%' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--color-muted)' },
  '.cm-tooltip': {
    zIndex: '50',
    border: '1px solid var(--color-line)',
    borderRadius: '8px',
    backgroundColor: 'var(--color-raised)',
    boxShadow: '0 12px 28px rgb(0 0 0 / 0.18)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '18rem',
    width: '19rem',
    maxWidth: 'calc(100vw - 2rem)',
    padding: '4px',
    fontFamily: 'inherit',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'baseline',
    gap: '0.75rem',
    borderRadius: '6px',
    padding: '4px 10px',
    lineHeight: '1.45',
    color: 'var(--color-ink)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-accent-soft) !important',
    color: 'var(--color-ink) !important',
  },
  '.cm-completionLabel': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '650' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    flexShrink: '0',
    fontStyle: 'normal',
    fontSize: '12px',
    color: 'var(--color-muted)',
  },
})

export const appearance = [theme, syntaxHighlighting(highlights)]

/**
 * Stands for the document in CodeMirror, which adds its styles to `adoptedStyleSheets` of a root without a head. In the
 * document it would add a <style> element, which the Content-Security-Policy of the pages forbids.
 */
export const styleRoot = {
  nodeType: Node.DOCUMENT_NODE,
  ownerDocument: document,
  get activeElement() {
    return document.activeElement
  },
  getSelection: () => document.getSelection(),
  get adoptedStyleSheets() {
    return document.adoptedStyleSheets
  },
  set adoptedStyleSheets(sheets: CSSStyleSheet[]) {
    document.adoptedStyleSheets = sheets
  },
} as unknown as Document
