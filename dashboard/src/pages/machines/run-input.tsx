import { Fact, Facts } from '../../ui/facts.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { codeBlock } from './code-block.ts'
import { byteLength } from './output-log.ts'
import type { Run } from './queries.ts'
import { runTexts } from './run-texts.ts'
import { labelOf } from './schema-values.ts'

const texts = runTexts.input
const maxPreviewLength = 100_000

/** The input of a run in readable form. Consent depends on it, so nothing is hidden except the end of a long text. */
export function RunInput({ run: { action, input } }: { run: Pick<Run, 'action' | 'input'> }) {
  const fields = Object.entries(input)
  if (fields.length === 0) return null
  const content = action === 'write_file' && typeof input.content === 'string' ? input.content : undefined
  const shown = content === undefined ? fields : fields.filter(([name]) => name !== 'content')
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Facts>
        {shown.map(([name, value]) => (
          <Fact key={name} name={labelOf(name, { type: 'string' })}>
            <FieldValue name={name} value={value} />
          </Fact>
        ))}
        {content !== undefined && (
          <Fact name={texts.size}>{formatSize(sizeOf(content, input.encoding))}</Fact>
        )}
      </Facts>
      {content !== undefined && content !== '' && (
        <Preview content={content} isBinary={input.encoding === 'base64'} />
      )}
    </div>
  )
}

function sizeOf(content: string, encoding: unknown): number {
  return encoding === 'base64'
    ? Math.floor((content.replaceAll('=', '').length * 3) / 4)
    : byteLength(content)
}

function FieldValue({ name, value }: { name: string; value: unknown }) {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') return name === 'size' ? formatSize(value) : String(value)
  const shown = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return <code className="font-mono text-[12.5px] whitespace-pre-wrap">{shown}</code>
}

function Preview({ content, isBinary }: { content: string; isBinary: boolean }) {
  return (
    <>
      <pre
        tabIndex={0}
        aria-label={isBinary ? texts.base64 : texts.preview}
        className={`max-h-60 ${codeBlock}`}
      >
        {content.slice(0, maxPreviewLength)}
      </pre>
      {content.length > maxPreviewLength && <p className="text-[13px] text-muted">{texts.cut}</p>}
    </>
  )
}
