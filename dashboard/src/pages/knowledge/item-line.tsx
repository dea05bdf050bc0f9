import { Link } from '@tanstack/react-router'

interface ItemLineProps {
  item: { key: string; title: string; status?: string }
}

const over = new Set(['complete', 'done', 'cancelled', 'completed'])

/** An item that something is about, in one line: it leads to its page. */
export function ItemLine({ item: { key, title, status = '' } }: ItemLineProps) {
  return (
    <Link
      to="/items/$item"
      params={{ item: key }}
      title={title}
      className={`flex min-w-0 grow items-baseline gap-1.5 hover:underline ${over.has(status) ? 'text-muted' : ''}`}
    >
      <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
      <span className="truncate">{title}</span>
    </Link>
  )
}
