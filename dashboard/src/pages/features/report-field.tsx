import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

/** What the server takes, a little less than a request may carry. */
const longest = 900_000

/** A test report: pasted, or read from a file of this device. */
export function ReportField({ error }: { error: string | undefined }) {
  const file = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState('')
  const [trouble, setTrouble] = useState<string>()

  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    const content = await chosen.text()
    const fits = content.length <= longest
    setTrouble(fits ? undefined : `${chosen.name} is too long: a report has at most 900,000 characters.`)
    if (fits) setReport(content)
  }

  return (
    <Field label="Report" hint="Paste it, or choose the file." error={trouble ?? error}>
      {(control) => (
        <>
          <textarea
            {...control}
            name="content"
            rows={6}
            spellCheck={false}
            value={report}
            onChange={({ target }) => {
              setTrouble(undefined)
              setReport(target.value)
            }}
            placeholder={'<testsuite tests="…">   or   TAP version 14'}
            className="control resize-y font-mono text-xs"
          />
          <input
            ref={file}
            type="file"
            hidden
            aria-label="File of the report"
            accept=".xml,.tap,.txt,text/xml,application/xml,text/plain"
            onChange={({ target }) => void read(target.files?.[0])}
          />
          <span className="mt-1">
            <Button onClick={() => file.current?.click()}>Choose a file…</Button>
          </span>
        </>
      )}
    </Field>
  )
}
