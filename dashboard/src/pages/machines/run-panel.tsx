import { FormMessage } from '../../ui/form-message.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/action.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { write } from '../../write.ts'
import { Decision } from './consent.tsx'
import { RunStateBadge } from './machine-state.tsx'
import type { OutputLog } from './output-log.ts'
import { type Machine, type Run, isFinal } from './queries.ts'
import { RunFacts } from './run-facts.tsx'
import { RunInput } from './run-input.tsx'
import { runName } from './run-name.ts'
import { RunOutput } from './run-output.tsx'
import { RunResult } from './run-result.tsx'
import { runTexts } from './run-texts.ts'
import { useRun } from './use-run.ts'

const texts = runTexts.panel

interface RunPanelProps {
  machine: Machine
  run: string
  onClose: () => void
}

/** One run beside the page of its machine: its state and output live, its result and the button that cancels it. */
export function RunPanel({ machine, run: id, onClose }: RunPanelProps) {
  const { query, output, isPolling } = useRun(machine.id, id)
  return (
    <SidePanel
      label={texts.title}
      closeLabel={texts.close}
      onClose={onClose}
      header={<h2 className="mr-auto font-medium">{texts.title}</h2>}
    >
      <Loaded query={query} noun={texts.loading}>
        {(run) => (
          <div className="flex flex-col gap-4 px-5 py-4">
            <RunHeader run={run} isOwner={machine.isOwner} />
            {isPolling && <p className="text-[13px] text-muted">{texts.polling}</p>}
            <Part title={texts.input} isShown={Object.keys(run.input).length > 0}>
              <RunInput run={run} />
            </Part>
            <Part title={texts.output} isShown={hasOutput(run, output)}>
              <RunOutput log={output} isEnded={isFinal(run)} />
            </Part>
            <RunResultPart run={run} />
            <RunFacts run={run} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  )
}

const writingActions = new Set<Run['action']>(['run_command', 'run_tests', 'sync_workspace'])

/** Other actions have a result instead of output. Before a command starts there is nothing to wait for. */
const hasOutput = ({ action, startedAt }: Run, { text }: OutputLog) =>
  text !== '' || (writingActions.has(action) && startedAt !== null)

function RunHeader({ run, isOwner }: { run: Run; isOwner: boolean }) {
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-base font-semibold wrap-anywhere">{runName(run)}</h3>
      <p role="status" className="flex flex-wrap items-center gap-2">
        <RunStateBadge state={run.state} />
        {run.reason && <span className="wrap-anywhere">{run.reason}</span>}
      </p>
      {run.progress && !isFinal(run) && <RunProgress progress={run.progress} />}
      {run.state === 'asked' &&
        run.decision === null &&
        (isOwner ? <Decision run={run} /> : <p>{texts.allowFirst}</p>)}
      {!isFinal(run) && <CancelButton run={run} />}
    </div>
  )
}

function RunProgress({ progress }: { progress: NonNullable<Run['progress']> }) {
  const { done, total, message } = progress
  return (
    <div className="flex flex-col gap-1">
      <progress
        aria-label={texts.progress}
        {...(total ? { value: done, max: total } : {})}
        className="w-full accent-accent"
      />
      {message && <p className="text-[13px] text-muted wrap-anywhere">{message}</p>}
    </div>
  )
}

function CancelButton({ run }: { run: Run }) {
  const cancel = useAction(() => write('tunnels.cancel', { tunnel: run.tunnel, run: run.id }))
  return (
    <>
      <FormMessage>{cancel.message}</FormMessage>
      <div>
        <Button busy={cancel.busy} onClick={cancel.run}>
          {texts.cancel}
        </Button>
      </div>
    </>
  )
}

function RunResultPart({ run }: { run: Run }) {
  const isShown = run.result !== null && !writingActions.has(run.action)
  return (
    <Part title={texts.result} isShown={isShown}>
      <RunResult run={run} />
    </Part>
  )
}

interface PartProps {
  title: string
  isShown: boolean
  children: React.ReactNode
}

function Part({ title, isShown, children }: PartProps) {
  if (!isShown) return null
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h4 className="font-medium">{title}</h4>
      {children}
    </div>
  )
}
