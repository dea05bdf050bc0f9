import { type ChildProcess, spawn } from 'node:child_process'

/** Opens a page in the browser of the user's own machine. The caller prints the URL too, in case that fails. */
export function openBrowser(
  url: string,
  environment = process.env,
  isTerminal = process.stdin.isTTY && process.stderr.isTTY,
): ChildProcess | undefined {
  const opener = openerOf(environment)
  // The URL comes from the server, and the opener accepts more than web pages.
  if (!isTerminal || !opener || !/^https?:\/\//.test(url) || !URL.canParse(url)) return undefined
  const [program, ...args] = opener
  const browser = spawn(program, [...args, url], { env: environment, stdio: 'ignore', detached: true })
  browser.once('error', () => {})
  browser.unref()
  return browser
}

type Opener = [program: string, ...args: string[]]

function openerOf({ DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION }: NodeJS.ProcessEnv): Opener | undefined {
  if (process.platform === 'win32')
    return SSH_CONNECTION ? undefined : ['rundll32', 'url.dll,FileProtocolHandler']
  if (process.platform === 'darwin') return SSH_CONNECTION ? undefined : ['open']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}
