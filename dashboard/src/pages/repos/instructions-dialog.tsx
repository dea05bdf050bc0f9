import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import type { Repo } from './repo-changes.ts'

const formats = [
  { value: 'agents', name: 'AGENTS.md' },
  { value: 'claude', name: 'CLAUDE.md' },
  { value: 'gemini', name: 'GEMINI.md' },
  { value: 'copilot', name: '.github/copilot-instructions.md' },
] as const
type Format = (typeof formats)[number]['value']

/** What assistants should know of the repository, as a file to be put there. */
export function InstructionsDialog({ repo, onClose }: { repo: Repo; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('agents')
  const generate = useMutation({
    mutationFn: (wanted: Format) => call('repos.generateAgentsMd', { repo: repo.id, format: wanted }),
  })
  const { mutate } = generate
  useEffect(() => mutate(format), [mutate, format])
  return (
    <Dialog title={`Instructions for ${repo.name}`} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Select label="Which file" options={formats} value={format} onChange={setFormat} />
          {generate.data && <CopyButton label="Copy the file" value={generate.data.text} />}
        </div>
        {generate.data ? (
          <Generated made={generate.data} />
        ) : generate.error ? (
          <Trouble error={generate.error} onRetry={() => mutate(format)} />
        ) : (
          <Loading what="the instructions" />
        )}
      </div>
    </Dialog>
  )
}

function Generated({ made: { path, text, missing } }: { made: OutputOf<'repos.generateAgentsMd'> }) {
  return (
    <>
      <p className="text-[13px] text-muted">
        From what the repository and the project contain. Put it there as <code>{path}</code>, and commit it.
        {missing.length > 0 && ` It says at its end what nobody has said yet: ${missing.length} things.`}
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
