import { clean } from '../text.ts'

export type Action = 'created' | 'pushed' | 'deleted' | 'pulled' | 'removed' | 'moved' | 'conflict'

export interface Done {
  action: Action
  path: string
  detail: string
}

export interface FileProblem {
  path: string
  line?: number
  message: string
}

const maxLines = 20

/** The results of one sync. */
export class Report {
  readonly done: Done[] = []
  readonly problems: FileProblem[] = []

  add(action: Action, path: string, detail = ''): void {
    this.done.push({ action, path, detail })
  }

  problem(path: string, message: string, line?: number): void {
    this.problems.push(line === undefined ? { path, message } : { path, line, message })
  }

  /** Prints a line for each file. Abbreviates long lists, such as those of a first sync. */
  printChanges(): void {
    for (const [action, files] of Map.groupBy(this.done, (each) => each.action)) {
      for (const { path, detail } of files.slice(0, maxLines))
        console.log(`${action.padEnd(8)}  ${clean(path)}${detail && ` (${clean(detail)})`}`)
      if (files.length > maxLines) console.log(`${action.padEnd(8)}  ${files.length - maxLines} more files`)
    }
  }

  json(): { changes: Done[]; problems: FileProblem[] } {
    return { changes: this.done, problems: this.problems }
  }
}

/** Returns `tasks/WEB-1.md:3: reason`, which editors turn into a link. */
export function describeProblem({ path, line, message }: FileProblem): string {
  return clean(`${path}${line === undefined ? '' : `:${line}`}: ${message}`)
}
