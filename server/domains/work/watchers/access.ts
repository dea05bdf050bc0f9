import { reject } from '../../../errors/errors.ts'
import type { AccessRule } from '../../../operations/access.ts'
import { type OnTask, onTask } from '../tasks/access.ts'

const view = onTask('view')
const sentence = `${view.sentence.replace(/\.$/, '')}, for themselves. Agents can't.`

/** Grants people who can view a task to watch it. Agents receive events instead of notifications. */
export const watchesTask: AccessRule<{ task: string }, OnTask> = {
  ...view,
  name: 'task(watch)',
  sentence,
  async check(asked, input) {
    const granted = await view.check(asked, input)
    if (granted.caller.agent) reject('forbidden', { needs: sentence })
    return granted
  },
}
