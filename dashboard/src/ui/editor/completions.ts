import {
  type Completion,
  type CompletionContext,
  type CompletionSource,
  autocompletion,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'
import { edits } from './edits.ts'
import { type Suggestion, suggestItems, suggestLinks, suggestNames } from './suggestions.ts'
import { texts } from './texts.ts'

type Suggest = (typed: string, signal: AbortSignal) => Promise<Suggestion[]>

const { tools } = texts

/** Text after @, # and [[, and numbers such as WEB-4. */
const inApp = [
  completeAfter(/\[\[([^[\]\n]{0,100})$/, suggestLinks),
  completeAfter(/(?<![\w@./-])@([\w-]{0,50})$/, suggestNames),
  completeAfter(/(?<![\w#/&-])#(\w[^#\n]{0,60}|)$/, suggestItems),
  completeAfter(/(?<![\w/-])([A-Z]{2,6}-\d{0,9})$/, suggestItems),
]

interface CompletionOptions {
  isPublic: boolean
  /** Opens the file picker. Without it, the menu doesn't offer attachments. */
  onAttach: (() => void) | undefined
}

export function completions({ isPublic, onAttach }: CompletionOptions) {
  return autocompletion({
    override: [firstOf([slashMenu(onAttach), ...(isPublic ? [] : inApp)])],
    icons: false,
    // A list that opens while a user types must not lose the next key.
    interactionDelay: 0,
  })
}

/** Joins sources, because the list ignores Enter while any source searches, also one that finds nothing. */
function firstOf(sources: CompletionSource[]): CompletionSource {
  return async (context) => {
    for (const source of sources) {
      const found = await source(context)
      if (found) return found
    }
    return null
  }
}

/** Completes a text that matches the pattern, outside of code. The first group is the search text. */
function completeAfter(pattern: RegExp, suggest: Suggest): CompletionSource {
  return async (context) => {
    const match = context.matchBefore(pattern)
    if (!match || isInCode(context)) return null
    const typed = pattern.exec(match.text)?.[1] ?? ''
    const ended = new AbortController()
    context.addEventListener('abort', () => ended.abort(), { onDocChange: true })
    // Without suggestions, the user can still write.
    const found = await suggest(typed.trim(), ended.signal).catch(() => [])
    return { from: match.from, options: found.map(optionOf), filter: false }
  }
}

function optionOf({ text, label, detail }: Suggestion): Completion {
  return {
    label,
    detail,
    apply(view, _, from, to) {
      const after = view.state.doc.sliceString(to, to + 2)
      const end = text.startsWith('[[') && after === ']]' ? to + 2 : to
      view.dispatch({
        changes: { from, to: end, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.complete',
      })
    },
  }
}

function isInCode({ state, pos }: CompletionContext): boolean {
  for (let node = syntaxTree(state).resolveInner(pos, -1); node.parent; node = node.parent)
    if (/Code/.test(node.name)) return true
  return false
}

const blocks = ['heading', 'list', 'checklist', 'quote', 'codeBlock', 'table', 'divider'] as const

/** Offers blocks after a slash at the start of a line. */
function slashMenu(onAttach: (() => void) | undefined): CompletionSource {
  const options = blocks.map((name, index) => menuOption(tools[name], edits[name], index))
  if (onAttach) options.push(menuOption(tools.attach, onAttach, blocks.length))
  return (context) => {
    const line = context.state.doc.lineAt(context.pos)
    const match = /^\s*\/(\w*)$/.exec(line.text.slice(0, context.pos - line.from))
    if (!match || isInCode(context)) return null
    return { from: context.pos - match[1]!.length, options, validFor: /^\w*$/ }
  }
}

function menuOption(label: string, run: (view: EditorView) => unknown, index: number): Completion {
  return {
    label,
    // Keeps the order of the menu, which is alphabetical otherwise.
    boost: -index,
    apply(view, _, from, to) {
      // Removes the slash too.
      view.dispatch({ changes: { from: from - 1, to }, userEvent: 'delete' })
      run(view)
    },
  }
}
