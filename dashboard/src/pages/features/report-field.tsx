import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { texts } from './texts.ts'

/** The server limit, slightly below the size limit of a request. */
const maxLength = 900_000

/** A test report, pasted or read from a local file. */
export function ReportField() {
  const { reportField } = texts
  const file = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState('')
  const [fileError, setFileError] = useState<string>()

  async function read(selected: File | undefined): Promise<void> {
    if (!selected) return
    const content = await selected.text()
    const fits = content.length <= maxLength
    setFileError(fits ? undefined : reportField.tooLong(selected.name))
    if (fits) setReport(content)
  }

  return (
    <Field name="content" label={reportField.label} hint={reportField.hint} error={fileError}>
      {(control) => (
        <>
          <textarea
            {...control}
            name="content"
            rows={6}
            spellCheck={false}
            value={report}
            onChange={({ target }) => {
              setFileError(undefined)
              setReport(target.value)
            }}
            placeholder={reportField.placeholder}
            className="control resize-y font-mono text-xs"
          />
          <input
            ref={file}
            type="file"
            hidden
            aria-label={reportField.file}
            accept=".xml,.tap,.txt,text/xml,application/xml,text/plain"
            onChange={({ target }) => void read(target.files?.[0])}
          />
          <span className="mt-1">
            <Button onClick={() => file.current?.click()}>{reportField.choose}</Button>
          </span>
        </>
      )}
    </Field>
  )
}
