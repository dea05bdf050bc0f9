import { GitBranchIcon, LinkIcon } from 'lucide-react'
import type { Task } from '../../../client.ts'
import { IconButton } from '../../../ui/button.tsx'
import { branchName } from '../branch-name.ts'
import { copyTaskLinks, copyText } from '../copy-links.ts'
import { texts } from './texts.ts'

const { taskActions } = texts

/** Buttons that copy the URL and the branch name of a task. */
export function CopyActions({ task }: { task: Task }) {
  const branch = branchName(task)
  return (
    <>
      <IconButton label={taskActions.copyLink} onClick={() => copyTaskLinks(task.project, [task])}>
        <LinkIcon />
      </IconButton>
      <IconButton
        label={taskActions.copyBranch}
        onClick={() => void copyText(branch, taskActions.copiedBranch(branch))}
      >
        <GitBranchIcon />
      </IconButton>
    </>
  )
}
