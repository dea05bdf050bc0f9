import { FileIcon, FolderIcon } from 'lucide-react'
import { formatSize } from '../../ui/format-size.ts'
import { Time } from '../../ui/time.tsx'
import { codeBlock } from './code-block.ts'
import type { Run } from './queries.ts'
import { runTexts } from './run-texts.ts'

const texts = runTexts.panel

interface FileContent {
  content: string
  encoding: 'utf8' | 'base64'
  size: number
  more: boolean
}

interface Entry {
  name: string
  type: 'file' | 'folder' | 'other'
  size: number
  modifiedAt: string
}

/** The result of a run: the content of a file, a list of files, the text of a tool, or JSON. */
export function RunResult({ run: { action, state, result } }: { run: Run }) {
  if (result === null || result === undefined) return null
  if (state === 'done' && action === 'read_file')
    return <FileResult file={result as unknown as FileContent} />
  if (state === 'done' && action === 'list_files')
    return <FilesResult {...(result as unknown as { entries: Entry[]; more: boolean })} />
  if (action === 'run_command' || action === 'run_tests' || action === 'sync_workspace') return null
  const text = action === 'run_tool' ? textOfTool(result) : undefined
  return <Code label={texts.result}>{text ?? JSON.stringify(result, null, 2)}</Code>
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <pre tabIndex={0} aria-label={label} className={`max-h-[60vh] ${codeBlock}`}>
      {children}
    </pre>
  )
}

function FileResult({ file: { content, encoding, size, more } }: { file: FileContent }) {
  return (
    <>
      <p className="text-[13px] text-muted">{formatSize(size)}</p>
      {encoding === 'utf8' ? (
        <Code label={texts.fileContent}>{content}</Code>
      ) : (
        <p className="text-muted">{texts.binary}</p>
      )}
      {more && <p className="text-[13px] text-muted">{texts.moreOfFile}</p>}
    </>
  )
}

function FilesResult({ entries, more }: { entries: Entry[]; more: boolean }) {
  if (entries.length === 0) return <p className="text-muted">{texts.emptyFolder}</p>
  return (
    <>
      <ul aria-label={texts.files} className="divide-y rounded-md border text-[13px]">
        {entries.map(({ name, type, size, modifiedAt }) => (
          <li key={name} className="flex items-center gap-2 px-3 py-1.5">
            {type === 'folder' ? <FolderIcon /> : <FileIcon />}
            <span className="min-w-0 grow wrap-anywhere">
              {name}
              {type === 'folder' && <span className="sr-only">{texts.folder}</span>}
            </span>
            {type === 'file' && <span className="whitespace-nowrap text-muted">{formatSize(size)}</span>}
            <span className="w-20 text-right text-muted">
              <Time at={modifiedAt} />
            </span>
          </li>
        ))}
      </ul>
      {more && <p className="text-[13px] text-muted">{texts.moreFiles}</p>}
    </>
  )
}

/** Returns the text of an MCP tool's result if it has nothing else. */
function textOfTool(result: unknown): string | undefined {
  const { content, structuredContent } = result as {
    content?: { type: string; text?: string }[]
    structuredContent?: unknown
  }
  if (structuredContent !== undefined || !content?.every(({ type }) => type === 'text')) return undefined
  return content.map(({ text = '' }) => text).join('\n')
}
