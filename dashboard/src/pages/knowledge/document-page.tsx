import { Link } from '@tanstack/react-router'
import { PencilIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Loaded, type LoadedProps } from '../../ui/loaded.tsx'
import { Markdown, type MarkdownProps } from '../../ui/markdown.tsx'
import { TextLink } from '../../ui/links.tsx'
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
            className="mx-auto grid max-w-6xl gap-x-10 gap-y-8 px-4 py-6 md:px-8 lg:grid-cols-[minmax(0,1fr)_17rem]"
          >
            <title>{`${tabTitle(item)} · Baton`}</title>
            <div className="min-w-0">{children(item, () => setEdited(item.id))}</div>
            <aside className="flex min-w-0 flex-col gap-7 lg:pt-1">{renderAside(item)}</aside>
          </article>
        )
      }
    </Loaded>
  )
}

export const titleId = 'document-title'

interface DocumentHeaderProps {
  kind: DocumentKind
  title: string
  /** The second part of the path, such as the key. */
  place: ReactNode
  /** Shown after the path, such as the status. */
  badges?: ReactNode
  actions: ReactNode
  /** Shown below the title. */
  children?: ReactNode
}

/** The path of a document, its actions and its title. */
export function DocumentHeader({ kind, title, place, badges, actions, children }: DocumentHeaderProps) {
  return (
    <header className="mb-5">
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <nav aria-label={texts.breadcrumb} className="flex items-center gap-2 text-[13px] text-muted">
          <Link to={documentKinds[kind].list} className="hover:text-ink hover:underline">
            {texts.kinds[kind].plural}
          </Link>
          <span aria-hidden>/</span>
          {place}
        </nav>
        {badges}
        <span className="ml-auto flex flex-wrap items-center gap-2">{actions}</span>
      </div>
      <DocumentTitle>{title}</DocumentTitle>
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
    <h1 id={titleId} className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
      {children}
    </h1>
  )
}

/** The key of a document, as the last part of its path. */
export function DocumentKey({ children }: { children: string }) {
  return <span className="font-mono text-xs">{children}</span>
}

/** The text of a document. */
export function DocumentText({ kind, ...markdown }: MarkdownProps & { kind: RevisedKind }) {
  if (!markdown.text.trim()) return <p className="text-muted">{texts.kinds[kind].empty}</p>
  return <Markdown {...markdown} className="max-w-[46rem] text-[15px] leading-relaxed" />
}
