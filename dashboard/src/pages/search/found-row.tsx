import { Highlighted } from '../../ui/highlighted.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Time } from '../../ui/time.tsx'
import { kindStyle } from './kinds.tsx'
import { markedParts } from './marked-parts.ts'
import type { Found } from './queries.ts'

export function FoundRow({ item }: { item: Found }) {
  const { kind, key, project, url, updatedAt } = item
  const { Icon, name } = kindStyle(kind)
  const marked = markedParts(item)
  return (
    <li className="relative flex gap-3 px-4 py-3 hover:bg-hover">
      <span className="mt-0.5 text-muted">
        <Icon />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {/* The link covers the whole row. */}
          <PathLink
            href={url}
            className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
          >
            <Highlighted segments={marked.title} />
          </PathLink>
          {key && <span className="font-mono text-xs text-muted">{key}</span>}
        </p>
        {marked.more && (
          <p className="line-clamp-2 text-muted wrap-anywhere">
            <Highlighted segments={marked.more} />
          </p>
        )}
        <p className="mt-0.5 text-[13px] text-muted">
          {name}
          {project && ` · ${project.name}`} · <Time at={updatedAt} />
        </p>
      </div>
    </li>
  )
}
