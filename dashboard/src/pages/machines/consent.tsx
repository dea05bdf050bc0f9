import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { MoreButton } from '../../ui/paged-list.tsx'
import { Section } from '../../ui/section.tsx'
import { texts as sharedTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { type ListedRun, type Machine, type Run, askedRunsQuery, runQuery } from './queries.ts'
import { useRequesterName } from './requester-name.ts'
import { RunInput } from './run-input.tsx'
import { runName } from './run-name.ts'
import { runTexts } from './run-texts.ts'

const texts = runTexts.consent

/** The requests that wait for the owner of the machine. Shows nothing while there are none. */
export function ConsentRequests({ machine }: { machine: Machine }) {
  const list = useInfiniteQuery(askedRunsQuery(machine.id))
  const asked = list.data?.pages.flatMap(({ items }) => items) ?? []
  // The machine has not received the decision about the others yet.
  const runs = asked.filter(({ decision }) => decision === null)
  // Present from the start, so that screen readers announce a request that arrives later.
  return (
    <div aria-live="polite">
      {runs.length > 0 && (
        <Section title={texts.title} text={texts.text}>
          <div className="flex flex-col gap-3">
            {runs.map((run) => (
              <Request key={run.id} run={run} />
            ))}
          </div>
          <MoreButton list={list} label={sharedTexts.showMore} />
        </Section>
      )}
    </div>
  )
}

/** One request, with the input that the list leaves out. It can be decided once the owner sees its input. */
function Request({ run }: { run: ListedRun }) {
  const id = useId()
  const query = useQuery(runQuery(run.tunnel, run.id))
  const requester = useRequesterName()(run.requester)
  return (
    <article
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-lg border border-progress/50 bg-progress-soft/40 px-4 py-3"
    >
      <div className="flex items-start gap-3">
        {run.requester.id !== null && (
          <Avatar
            kind={run.requester.kind}
            id={run.requester.id}
            name={run.requester.name}
            size="mt-0.5 size-8 text-xs"
          />
        )}
        <div className="min-w-0">
          <h3 id={id} className="font-medium wrap-anywhere">
            {runName(query.data ?? run)}
          </h3>
          <p className="text-[13px] text-muted wrap-anywhere">
            {texts.requestedBy(requester)} <Time at={run.createdAt} />
          </p>
        </div>
      </div>
      <Loaded query={query} noun={runTexts.panel.loading}>
        {(loaded) => (
          <>
            <RunInput run={loaded} />
            <Decision run={loaded} />
          </>
        )}
      </Loaded>
    </article>
  )
}

/** Allows or refuses a run that waits for consent. */
export function Decision({ run }: { run: Run }) {
  const allow = useAction(() => decide(run, 'allow'))
  const refuse = useAction(() => decide(run, 'refuse'))
  const busy = allow.busy || refuse.busy
  return (
    <>
      <FormMessage>{allow.message ?? refuse.message}</FormMessage>
      <div className="flex gap-2">
        <Button kind="primary" busy={allow.busy} disabled={busy} onClick={allow.run}>
          {texts.allow}
        </Button>
        <Button busy={refuse.busy} disabled={busy} onClick={refuse.run}>
          {texts.refuse}
        </Button>
      </div>
    </>
  )
}

async function decide({ tunnel, id }: Run, decision: 'allow' | 'refuse'): Promise<void> {
  await write('tunnels.decide', { tunnel, run: id, decision })
  showToast({ text: decision === 'allow' ? texts.allowed : texts.refused })
}
