import { CopyButton } from '../../ui/copy-button.tsx'

interface SnippetProps {
  title: string
  hint?: string
  copyLabel: string
  value: string
}

/** A text to copy, with its purpose. */
export function Snippet({ title, hint, copyLabel, value }: SnippetProps) {
  return (
    <div>
      <div className="mb-2 flex items-end gap-3">
        <div className="grow">
          <h2 className="font-medium">{title}</h2>
          {hint && <p className="text-[13px] text-muted">{hint}</p>}
        </div>
        <CopyButton label={copyLabel} value={value} />
      </div>
      <pre
        tabIndex={0}
        aria-label={title}
        className="rounded-md bg-canvas px-3 py-2.5 font-mono text-[12.5px] wrap-anywhere whitespace-pre-wrap"
      >
        {value}
      </pre>
    </div>
  )
}
