import { CopyButton } from './copy-button.tsx'
import { texts } from './texts.ts'

/** The public URL of an item, to open in a new tab or to copy. */
export function PublicUrl({ path }: { path: string }) {
  const url = location.origin + path
  return (
    <div className="flex flex-wrap items-center gap-2">
      <a
        href={path}
        target="_blank"
        rel="noreferrer"
        className="min-w-0 grow basis-40 truncate rounded-md border bg-canvas px-2.5 py-1.5 font-mono text-xs hover:underline"
      >
        {url}
      </a>
      <CopyButton label={texts.publicUrl.copy} value={url} />
    </div>
  )
}
