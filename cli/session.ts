import { Problem } from '../server/assembly/client.ts'
import { askSecret } from './ask.ts'
import { type Fields, cell } from './cells.ts'
import { commands } from './commands.ts'
import { checkUrl, configFile, defaultUrl, readSettings, readStored, store, storeLogin } from './config.ts'
import { type Call, connect } from './connection.ts'
import { logInByDevice } from './device-login.ts'
import { Failure, exitCodes } from './failures.ts'
import { readOptions } from './options.ts'
import { outputOptions, readOutput } from './output.ts'

export async function logIn(words: string[]): Promise<void> {
  const options = readOptions(words, { url: 'string', email: 'string', code: 'string', json: 'boolean' })
  const chosen = options.get('url')
  const url = chosen === undefined ? readSettings().url : checkUrl(chosen, '--url')
  const call = connect({ url, token: null })
  const email = options.get('email')
  const login =
    email === undefined ? await logInByDevice(call) : await logInByPassword(call, email, options.get('code'))
  storeLogin(url, login)
  if (options.has('json')) printJson({ server: url, user: login.user })
  else console.log(`Signed in to ${url} as ${cell(login.user)}. Your login is stored in ${configFile()}.`)
  if (process.env.BATON_TOKEN) console.error('BATON_TOKEN is set and overrides this login.')
}

/** Signs in with a password and, if the account has one, the second factor. */
async function logInByPassword(call: Call, email: string, typedCode: string | undefined): Promise<Fields> {
  const result = await call('accounts.logIn', { email, password: await askSecret('Password: ') })
  const secondFactor = result.secondFactor as { request: string } | undefined
  if (!secondFactor) return result
  // Without a terminal, standard input held the password and has ended.
  if (typedCode === undefined && !process.stdin.isTTY)
    throw new Failure(
      'This account has a second factor. Add --code, or sign in without --email.',
      exitCodes.rejected,
    )
  const code = (typedCode ?? (await askSecret('Code, or recovery code: '))).trim()
  const proof = /^\d{6}$/.test(code) ? { code } : { recoveryCode: code }
  return call('secondFactor.finish', { request: secondFactor.request, ...proof })
}

const stillValid =
  'This machine is signed out, but the login stays valid on the server. End it there under Settings, Devices.'

export async function logOut(words: string[]): Promise<void> {
  const json = readOptions(words, { json: 'boolean' }).has('json')
  const { url = defaultUrl, token } = readStored()
  if (token) {
    // Runs first, so that the login is removed even if the server can't be reached.
    store({ url, token: null })
    await connect({ url, token })('accounts.logOut', {}).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      // An invalid token is already signed out.
      if (error.status !== 401) throw new Failure(`${error.message} ${stillValid}`, exitCodes.unreachable)
    })
  }
  if (json) printJson({ server: url, signedOut: Boolean(token) })
  else console.log(token ? `Signed out of ${url}.` : 'You are not signed in.')
}

export async function whoAmI(words: string[]): Promise<void> {
  const { result } = commands.find(({ id }) => id === 'accounts.getMe')!
  const output = readOutput(readOptions(words, outputOptions), {
    id: 'accounts.getMe',
    result: { ...result, properties: { server: {}, ...result.properties } },
  })
  const settings = readSettings()
  const me = await connect(settings)('accounts.getMe', {})
  output.print({ server: settings.url, ...me })
}

function printJson(value: object): void {
  console.log(JSON.stringify(value, null, 2))
}
