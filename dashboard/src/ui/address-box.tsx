import { CopyButton } from './copy-button.tsx'

/** Where everybody finds something: opened apart, or copied. */
export function AddressBox({ path }: { path: string }) {
  const address = location.origin + path
  return (
    <div className="flex flex-wrap items-center gap-2">
      <a
        href={path}
        target="_blank"
        rel="noreferrer"
        className="min-w-0 grow basis-40 truncate rounded-md border bg-canvas px-2.5 py-1.5 font-mono text-xs hover:underline"
      >
        {address}
      </a>
      <CopyButton label="Copy the public address" value={address} />
    </div>
  )
}
