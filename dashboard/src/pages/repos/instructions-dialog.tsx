import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Diff } from '../../ui/diff.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { refreshKinds } from '../../write.ts'
import { OutsideLink } from './outside-link.tsx'
import type { RepoDetails } from './repo-changes.ts'
import { texts } from './texts.ts'

const { instructionsDialog: dialog } = texts

const formats = [
  { value: 'agents', name: 'AGENTS.md' },
  { value: 'claude', name: 'CLAUDE.md' },
  { value: 'gemini', name: 'GEMINI.md' },
  { value: 'copilot', name: '.github/copilot-instructions.md' },
] as const
type Format = (typeof formats)[number]['value']
type Instructions = OutputOf<'repos.generateAgentsMd'>

/** Generates an instruction file for AI assistants, shows how it changes the repository, and proposes it there. */
export function InstructionsDialog({ repo, onClose }: { repo: RepoDetails; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('agents')
  const generate = useMutation({
    mutationFn: (chosen: Format) => call('repos.generateAgentsMd', { repo: repo.id, format: chosen }),
  })
  const { mutate } = generate
  useEffect(() => mutate(format), [mutate, format])
  return (
    <Dialog title={dialog.title(repo.name)} wide onClose={onClose}>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Select label={dialog.file} options={formats} value={format} onChange={setFormat} />
          {generate.data && <CopyButton label={dialog.copy} value={generate.data.text} />}
        </div>
        {generate.data ? (
          <>
            <GeneratedFile key={format} instructions={generate.data} />
            <Propose key={`propose ${format}`} repo={repo} format={format} instructions={generate.data} />
          </>
        ) : generate.error ? (
          <LoadError error={generate.error} onRetry={() => mutate(format)} />
        ) : (
          <Loading noun={dialog.loading} />
        )}
      </div>
    </Dialog>
  )
}

/** The generated file, or its difference from the file in the repository. */
function GeneratedFile({ instructions }: { instructions: Instructions }) {
  const { path, text, current, difference, missing } = instructions
  const [view, setView] = useState<'changes' | 'text'>('changes')
  const state = current === null ? dialog.isNew : current === text ? dialog.unchanged : ''
  return (
    <>
      <p className="text-[13px] text-muted">
        {dialog.source} <code>{path}</code>. {state}
        {missing.length > 0 && dialog.missing(missing.length)}
      </p>
      {current !== null && current !== text && (
        <Choice label={dialog.view} names={dialog.views} value={view} onChange={setView} />
      )}
      {current !== null && current !== text && view === 'changes' && difference ? (
        <div className="max-h-96 overflow-auto">
          <Diff {...difference} text={text} />
        </div>
      ) : (
        <pre
          tabIndex={0}
          aria-label={path}
          className="max-h-96 overflow-auto rounded-md bg-canvas px-3 py-2.5 font-mono text-[12.5px] wrap-anywhere whitespace-pre-wrap"
        >
          {text}
        </pre>
      )}
    </>
  )
}

interface ProposeProps {
  repo: RepoDetails
  format: Format
  instructions: Instructions
}

/** Opens a pull request with the file. Plain git has none, so the user commits the file. */
function Propose({ repo, format, instructions: { current, text } }: ProposeProps) {
  const [url, setUrl] = useState<string | null>(null)
  const open = useAction(async () => {
    const { pullRequest } = await call('repos.generateAgentsMd', {
      repo: repo.id,
      format,
      openPullRequest: true,
    })
    setUrl(pullRequest?.url ?? null)
    await refreshKinds('repo')
  })
  if (!repo.host) return <p className="text-[13px] text-muted">{dialog.byHand}</p>
  if (current === text) return null
  if (url)
    return (
      <p role="status">
        {dialog.opened}{' '}
        <OutsideLink url={url} className="font-medium text-accent underline">
          {dialog.show}
        </OutsideLink>
      </p>
    )
  return (
    <>
      <FormMessage>{open.message}</FormMessage>
      <div className="flex justify-end">
        <Button kind="primary" busy={open.busy} onClick={open.run}>
          {dialog.openPullRequest}
        </Button>
      </div>
    </>
  )
}
