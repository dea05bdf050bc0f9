import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { download } from '../../ui/download.ts'
import { DownloadIcon } from '../../ui/icons.tsx'

/** The only time that recovery codes are shown. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const all = `${codes.join('\n')}\n`
  const save = () => {
    const about = `Recovery codes for ${location.host}. Each works once.\n\n`
    download('baton-recovery-codes.txt', new Blob([about + all], { type: 'text/plain' }))
  }
  return (
    <section
      aria-label="Your recovery codes"
      className="flex flex-col gap-4 rounded-lg border border-accent/50 bg-surface p-5"
    >
      <div>
        <h3 className="font-medium">Save your recovery codes</h3>
        <p className="mt-1 text-[13px] text-muted">
          Use one of these codes if you lose your second factor. Each works once. They are shown only now.
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-canvas px-4 py-3 font-mono text-[13px] sm:max-w-md">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy the recovery codes" value={all} />
        <Button onClick={save}>
          <DownloadIcon /> Download
        </Button>
        <Button kind="primary" className="ml-auto" onClick={onDone}>
          I saved the codes
        </Button>
      </div>
    </section>
  )
}
