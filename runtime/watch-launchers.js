import fs from 'node:fs'
import path from 'node:path'

/*
 * Stops a program when npm or its shell is stopped. npm runs a script in a shell. On Debian and Alpine, that shell
 * stays the parent of the script, and SIGTERM ends only the shell: the server would keep its port and its data folder.
 * Elsewhere the shell replaces itself with the script. Plain JavaScript for Node 20 and newer.
 */
const pollIntervalMs = 200

/**
 * Calls `stop` when a launcher, which waits for this process in the foreground, has ended. Only a signal ends it early.
 */
export function watchLaunchers(stop) {
  const launchers = findLaunchers()
  if (launchers.length === 0) return
  const polling = setInterval(() => {
    if (launchers.every(isRunning)) return
    clearInterval(polling)
    stop()
  }, pollIntervalMs).unref()
}

/** Returns npm and the shells above this process, up to the first process that is neither. */
function findLaunchers() {
  const found = []
  for (let each = readProcess(process.ppid); each && isLauncher(each); each = readProcess(each.parent))
    found.push(each)
  return found
}

/** Ignores a shell that runs its command in the background: the command outlives the shell, and so must the server. */
function isLauncher({ args: [program = '', option = '', command = ''] }) {
  if (/^npm\b/.test(program)) return true
  const isShell = /^(ba|da|a|z|k)?sh$/.test(path.basename(program)) && /^-\w*c$/.test(option)
  return isShell && !/(?<![&>])&(?![&>])/.test(command)
}

function isRunning({ pid, startedAt }) {
  return readProcess(pid)?.startedAt === startedAt
}

/** Returns a process as Linux describes it in /proc, or undefined if it has ended. See proc(5) for the fields. */
function readProcess(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name in parentheses, which can contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, parent] = fields
    if (state === 'Z') return undefined
    const args = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { pid, parent, startedAt: fields[19], args }
  } catch {
    return undefined
  }
}
