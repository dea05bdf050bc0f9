import { GitBranchIcon, LinkIcon } from 'lucide-react'
import type { Task } from '../../../client.ts'
import { IconButton } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { branchName } from '../branch-name.ts'
import { texts } from './texts.ts'

const { taskActions } = texts

/** Buttons that copy the URL and the branch name of a task. */
export function CopyActions({ task }: { task: Task }) {
  const { key, project } = task
  return (
    <>
      <IconButton
        label={taskActions.copyLink}
        onClick={() =>
          void copy(`${location.origin}/projects/${project}/tasks/${key}`, taskActions.copiedLink)
        }
      >
        <LinkIcon />
      </IconButton>
      <IconButton
        label={taskActions.copyBranch}
        onClick={() => void copy(branchName(task), taskActions.copiedBranch(branchName(task)))}
      >
        <GitBranchIcon />
      </IconButton>
    </>
  )
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ text: done })
  } catch {
    // Browsers offer no clipboard without HTTPS.
    showToast({ text: taskActions.copyFailed, tone: 'danger' })
  }
}
