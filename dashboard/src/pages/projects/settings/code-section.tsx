import { useChange } from '../../../change.ts'
import { type ProjectWithStats, call } from '../../../client.ts'
import { read } from '../../../read.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { texts } from './texts.ts'

const { code } = texts

/** Whether linked pull requests move tasks, and the way to the repositories. */
export function CodeSection({ project }: { project: ProjectWithStats }) {
  const { id, slug, pullRequestsMoveTasks } = project
  const change = useChange({
    kinds: ['project'],
    project: slug,
    show: (cache, isOn: boolean) =>
      cache.setQueryData(
        read('projects.get', { project: slug }).queryKey,
        (shown) => shown && { ...shown, pullRequestsMoveTasks: isOn },
      ),
    send: (isOn) => call('projects.update', { project: id, pullRequestsMoveTasks: isOn }),
    done: (_, isOn) => showToast({ text: isOn ? code.turnedOn : code.turnedOff }),
  })
  return (
    <Section title={code.title}>
      <Rows label={code.title}>
        <Row name={code.repos} detail={code.reposDetail}>
          <LinkButton to="/projects/$slug/repos" params={{ slug }}>
            {code.open}
          </LinkButton>
        </Row>
        <li className="px-4 py-(--row-inset)">
          <label className="flex min-h-7 gap-3 font-medium">
            <input
              type="checkbox"
              checked={pullRequestsMoveTasks}
              onChange={({ target }) => change.mutate(target.checked)}
              aria-describedby="move-tasks"
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            {code.moveTasks}
          </label>
          <p id="move-tasks" className="pl-7 text-[13px] text-muted">
            {code.moveTasksDetail}
          </p>
        </li>
      </Rows>
    </Section>
  )
}
