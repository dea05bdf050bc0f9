import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import type { Repo } from './repo-changes.ts'
import { texts } from './texts.ts'

const { instructionsDialog: dialog } = texts

const formats = [
  { value: 'agents', name: 'AGENTS.md' },
  { value: 'claude', name: 'CLAUDE.md' },
  { value: 'gemini', name: 'GEMINI.md' },
  { value: 'copilot', name: '.github/copilot-instructions.md' },
] as const
type Format = (typeof formats)[number]['value']

/** Generates an instruction file for AI assistants, which the user commits to the repository. */
export function InstructionsDialog({ repo, onClose }: { repo: Repo; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('agents')
  const generate = useMutation({
    mutationFn: (chosen: Format) => call('repos.generateAgentsMd', { repo: repo.id, format: chosen }),
  })
  const { mutate } = generate
  useEffect(() => mutate(format), [mutate, format])
  return (
    <Dialog title={dialog.title(repo.name)} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Select label={dialog.file} options={formats} value={format} onChange={setFormat} />
          {generate.data && <CopyButton label={dialog.copy} value={generate.data.text} />}
        </div>
        {generate.data ? (
          <GeneratedFile instructions={generate.data} />
        ) : generate.error ? (
          <LoadError error={generate.error} onRetry={() => mutate(format)} />
        ) : (
          <Loading noun={dialog.loading} />
        )}
      </div>
    </Dialog>
  )
}

function GeneratedFile({
  instructions: { path, text, missing },
}: {
  instructions: OutputOf<'repos.generateAgentsMd'>
}) {
  return (
    <>
      <p className="text-[13px] text-muted">
        {dialog.source} <code>{path}</code>.{missing.length > 0 && dialog.missing(missing.length)}
      </p>
      <pre
        tabIndex={0}
        aria-label={path}
        className="max-h-96 overflow-auto rounded-md bg-canvas px-3 py-2.5 font-mono text-[12.5px] wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
    </>
  )
}
