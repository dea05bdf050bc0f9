import { PencilIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Loaded, type LoadedProps } from '../../ui/loaded.tsx'
import { Markdown, type MarkdownProps } from '../../ui/markdown.tsx'
import { TextLink } from '../../ui/links.tsx'
import { headingClass, pageInset } from '../../ui/page.tsx'
import { ItemConflicts } from '../conflicts/item-conflicts.tsx'
import { type DocumentKind, type RevisedKind, documentKinds } from './document-kinds.ts'
import { texts } from './texts.ts'

interface DocumentPageProps<Item> {
  kind: DocumentKind
  query: LoadedProps<Item>['query']
  tabTitle: (item: Item) => string
  /** The properties beside the document. */
  renderAside: (item: Item) => ReactNode
  /** The editor, which replaces the document. */
  renderEditor: (item: Item, close: () => void) => ReactNode
  canEdit?: (item: Item) => boolean
  children: (item: Item, edit: () => void) => ReactNode
}

/** Loads a document and shows it with its properties beside it, or in its editor. */
export function DocumentPage<Item extends { id: string }>(props: DocumentPageProps<Item>) {
  const { kind, query, tabTitle, renderAside, renderEditor, canEdit = () => true, children } = props
  const { noun, all } = texts.kinds[kind]
  // Not a boolean, so that a link to another document leaves the editor.
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <Loaded query={query} noun={noun} errorLink={<TextLink to={documentKinds[kind].list}>{all}</TextLink>}>
      {(item) =>
        edited === item.id && canEdit(item) ? (
          renderEditor(item, () => setEdited(null))
        ) : (
          <article
            key={item.id}
            aria-labelledby={titleId}
            className={`grid max-w-6xl gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem] ${pageInset}`}
          >
            <title>{`${tabTitle(item)} · Baton`}</title>
            <div className="min-w-0">
              <ItemConflicts item={item.id} className="mb-5" />
              {children(item, () => setEdited(item.id))}
            </div>
            <aside className="flex min-w-0 flex-col gap-7 lg:pt-1">{renderAside(item)}</aside>
          </article>
        )
      }
    </Loaded>
  )
}

export const titleId = 'document-title'

interface DocumentHeaderProps {
  title: string
  /** Shown below the title, such as the project or the key. */
  place: ReactNode
  /** Shown after the place, such as the status. */
  badges?: ReactNode
  actions: ReactNode
  /** Shown below the title. */
  children?: ReactNode
}

/** The title of a document, its actions and its place. */
export function DocumentHeader({ title, place, badges, actions, children }: DocumentHeaderProps) {
  return (
    <header className="mb-5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <DocumentTitle>{title}</DocumentTitle>
        <span className="ml-auto flex flex-wrap items-center gap-2">{actions}</span>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-2 text-[13px] text-muted">
        {place}
        {badges}
      </div>
      {children}
    </header>
  )
}

export function EditButton({ onEdit }: { onEdit: () => void }) {
  return (
    <Button onClick={onEdit}>
      <PencilIcon /> {texts.edit}
    </Button>
  )
}

export function DocumentTitle({ children }: { children: string }) {
  return (
    <h1 id={titleId} className={headingClass}>
      {children}
    </h1>
  )
}

/** The key of a document, below its title. */
export function DocumentKey({ children }: { children: string }) {
  return <span className="font-mono text-xs">{children}</span>
}

/** The text of a document. */
export function DocumentText({ kind, ...markdown }: MarkdownProps & { kind: RevisedKind }) {
  if (!markdown.text.trim()) return <p className="text-muted">{texts.kinds[kind].empty}</p>
  return <Markdown {...markdown} className="max-w-[46rem] text-[15px] leading-relaxed" />
}
