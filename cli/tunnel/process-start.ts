import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/** Returns a text that no later process with the same id has. Null if there is no such process or no way to read it. */
export function processStart(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The second field is the program's name, which can contain spaces and parentheses. Field 22 is the start.
      const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
      return `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${start}`
    }
    if (process.platform === 'win32') return null
    const environment = { PATH: process.env.PATH, LC_ALL: 'C' }
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: environment,
      stdio: 'pipe',
    })
    return started.toString().trim() || null
  } catch {
    return null
  }
}
