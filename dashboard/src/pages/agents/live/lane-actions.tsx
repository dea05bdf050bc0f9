import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/form-fields.tsx'
import { OperationDialog } from '../../../ui/operation-dialog.tsx'
import { text } from '../../../ui/submit.ts'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { useConfirm } from '../../../ui/use-confirm.tsx'
import { refreshKinds, write } from '../../../write.ts'
import type { LiveAgent } from './queries.ts'
import { texts } from './texts.ts'

/** The part of an agent that its buttons need. */
export type SteeredAgent = Pick<LiveAgent, 'id' | 'name' | 'paused' | 'task' | 'may'>

/** The buttons that steer an agent, as far as the user can use them. */
export function LaneActions({ agent }: { agent: SteeredAgent }) {
  const { actions, done } = texts
  const { id, name, paused, may } = agent
  const task = may.editTask ? agent.task : null
  const [writing, setWriting] = useState(false)
  const [takeOver, takeOverDialog] = useConfirm<string>(
    (key) => ({
      title: texts.takeOver.title(key, name),
      text: texts.takeOver.text(name),
      action: texts.takeOver.action,
    }),
    (key) =>
      run(() => write('tasks.update', { task: key, assignee: 'me', force: true }), texts.takeOver.done(key)),
  )
  const [stop, stopDialog] = useConfirm<string>(
    () => ({ title: texts.stop.title(name), text: texts.stop.text, action: texts.stop.action }),
    (agentId) => run(() => write('agents.stop', { agent: agentId }), texts.stop.done(name)),
  )
  const pause = () =>
    paused
      ? run(() => write('agents.resume', { agent: id }), done.resumed(name))
      : run(() => write('agents.pause', { agent: id }), done.paused(name))
  const release = (key: string) => run(() => write('tasks.release', { task: key }), done.released(key))
  if (!task && !may.control) return null
  return (
    <div role="group" aria-label={actions.label(name)} className="flex flex-wrap gap-1.5">
      {task && <Button onClick={() => setWriting(true)}>{actions.message}</Button>}
      {may.control && <Button onClick={pause}>{paused ? actions.resume : actions.pause}</Button>}
      {task && <Button onClick={() => takeOver(task.key)}>{actions.takeOver}</Button>}
      {task && <Button onClick={() => release(task.key)}>{actions.release}</Button>}
      {may.control && (
        <Button kind="quiet" onClick={() => stop(id)}>
          {actions.stop}
        </Button>
      )}
      {writing && task && <MessageDialog name={name} task={task.key} onClose={() => setWriting(false)} />}
      {takeOverDialog}
      {stopDialog}
    </div>
  )
}

/** Runs an action and reports the result. Every action can change what the lanes show. */
function run(send: () => Promise<unknown>, done: string): void {
  send()
    .then(() => showToast({ text: done }))
    .catch(showProblem)
    .finally(() => void refreshKinds('agent'))
}

interface MessageDialogProps {
  name: string
  task: string
  onClose: () => void
}

function MessageDialog({ name, task, onClose }: MessageDialogProps) {
  const { message } = texts
  return (
    <OperationDialog
      title={message.title(name)}
      operation="comments.create"
      submitLabel={message.submit}
      input={(form) => ({ item: task, body: text(form, 'body') })}
      onDone={() => showToast({ text: message.sent(name) })}
      onClose={onClose}
    >
      <TextAreaField
        name="body"
        label={message.field}
        hint={message.hint(task)}
        rows={3}
        required
        autoFocus
      />
    </OperationDialog>
  )
}
