import { DownloadIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { download } from '../../ui/download.ts'
import { texts } from './texts.ts'

/** Shows new recovery codes, which can't be read later. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const labels = texts.recoveryCodes
  const all = `${codes.join('\n')}\n`
  const save = () => {
    const header = `${labels.fileHeader(location.host)}\n\n`
    download('baton-recovery-codes.txt', new Blob([header + all], { type: 'text/plain' }))
  }
  return (
    <section
      aria-label={labels.label}
      className="flex flex-col gap-4 rounded-lg border border-accent/50 bg-surface p-5"
    >
      <div>
        <h3 className="font-medium">{labels.title}</h3>
        <p className="mt-1 text-[13px] text-muted">{labels.hint}</p>
      </div>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-canvas px-4 py-3 font-mono text-[13px] sm:max-w-md">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton label={labels.copy} value={all} />
        <Button onClick={save}>
          <DownloadIcon /> {labels.download}
        </Button>
        <Button kind="primary" className="ml-auto" onClick={onDone}>
          {labels.done}
        </Button>
      </div>
    </section>
  )
}
