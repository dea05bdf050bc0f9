import { Link } from '@tanstack/react-router'

interface ItemLineProps {
  item: { key: string; title: string; status?: string }
}

const closedStatuses = new Set(['complete', 'done', 'cancelled', 'completed'])

/** A one-line link to an item. */
export function ItemLine({ item: { key, title, status = '' } }: ItemLineProps) {
  return (
    <Link
      to="/items/$item"
      params={{ item: key }}
      title={title}
      className={`flex min-w-0 grow items-baseline gap-1.5 hover:underline ${closedStatuses.has(status) ? 'text-muted' : ''}`}
    >
      <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
      <span className="truncate">{title}</span>
    </Link>
  )
}
