import { type ChildProcess, spawn } from 'node:child_process'

/** Shows a page to whoever sits at a screen. Where that fails it does not matter: the address was printed, too. */
export function openBrowser(
  address: string,
  environment = process.env,
  terminal = process.stdin.isTTY && process.stderr.isTTY,
): ChildProcess | undefined {
  const opener = openerOf(environment)
  // The server has written the address, and it is handed to a program that opens anything.
  if (!terminal || !opener || !/^https?:\/\//.test(address) || !URL.canParse(address)) return undefined
  const browser = spawn(opener, [address], { env: environment, stdio: 'ignore', detached: true })
  browser.once('error', () => {})
  browser.unref()
  return browser
}

function openerOf({ DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION }: NodeJS.ProcessEnv): string | undefined {
  if (process.platform === 'darwin') return SSH_CONNECTION ? undefined : 'open'
  return DISPLAY || WAYLAND_DISPLAY ? 'xdg-open' : undefined
}
