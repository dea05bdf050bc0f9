import path from 'node:path'

const passed = ['PATH', 'HOME', 'LANG', 'TMPDIR']
/** Without these, Windows can't start programs. */
const passedOnWindows = ['SystemRoot', 'PATHEXT', 'USERPROFILE', 'TEMP', 'TMP']

/**
 * Returns the environment of a program: a few variables and those of the permission file. Nothing else of this process
 * is passed, least of all its credentials.
 */
export function environmentFor(declared: Record<string, string>): Record<string, string> {
  const names = process.platform === 'win32' ? [...passed, ...passedOnWindows] : passed
  const inherited = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, name === 'PATH' ? absoluteOnly(value) : value]]
  })
  return { ...Object.fromEntries(inherited), ...declared }
}

/** A relative entry would find programs in the folder that a command runs in, where requesters may write. */
function absoluteOnly(value: string): string {
  return value
    .split(path.delimiter)
    .filter((entry) => path.isAbsolute(entry))
    .join(path.delimiter)
}
