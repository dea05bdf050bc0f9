import { Problem } from '../server/operations/client.ts'
import { askSecret } from './ask.ts'
import { cell } from './cells.ts'
import { checkUrl, configFile, defaultUrl, keepLogin, readSettings, readStored, store } from './config.ts'
import { connect } from './connection.ts'
import { logInByDevice } from './device-login.ts'
import { sessionHelp, watchHelp } from './help.ts'
import { options } from './options.ts'
import { render } from './render.ts'
import { terminalWidth } from './text.ts'
import { watch } from './watch.ts'

interface OwnCommand {
  summary: string
  help: string
  run(words: string[]): Promise<void>
}

/** The commands that are about this machine, and what it is told, rather than about one operation. */
export const ownCommands: Record<string, OwnCommand> = {
  login: { ...sessionHelp.login, run: logIn },
  logout: { ...sessionHelp.logout, run: logOut },
  whoami: { ...sessionHelp.whoami, run: whoAmI },
  watch: { ...watchHelp, run: watch },
}

async function logIn(words: string[]): Promise<void> {
  const given = options(words, { url: { type: 'string' }, email: { type: 'string' } })
  const url = typeof given.url === 'string' ? checkUrl(given.url, '--url') : readSettings().url
  const call = connect({ url, token: null })
  const { email } = given
  const answer =
    email === undefined
      ? await logInByDevice(call)
      : await call('accounts.logIn', { email, password: await askSecret('Password: ') })
  keepLogin(url, answer)
  console.log(`Signed in to ${url} as ${cell(answer.user)}. The login is kept in ${configFile()}.`)
  if (process.env.BATON_TOKEN) console.error('BATON_TOKEN is set, and is used instead of this login.')
}

async function logOut(words: string[]): Promise<void> {
  options(words, {})
  const { url = defaultUrl, token } = readStored()
  if (!token) return console.log('You are not signed in.')
  await connect({ url, token })('accounts.logOut', {}).catch((error: unknown) => {
    // One that no longer works is as good as signed out.
    if (!(error instanceof Problem && error.status === 401)) throw error
  })
  store({ url, token: null })
  console.log(`Signed out of ${url}.`)
}

async function whoAmI(words: string[]): Promise<void> {
  const { json } = options(words, { json: { type: 'boolean' } })
  const settings = readSettings()
  const me = await connect(settings)('accounts.getMe', {})
  console.log(json ? JSON.stringify(me, null, 2) : render({ server: settings.url, ...me }, terminalWidth()))
}
