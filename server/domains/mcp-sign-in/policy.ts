import { type KoaContextWithOIDC, interactionPolicy } from 'oidc-provider'
import type { App } from '../../operations/context.ts'
import { randomSecret } from '../../platform/ids.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { grantable } from './addresses.ts'
import { type Question, browserCookie } from './sign-in-request.ts'

const { Check, Prompt } = interactionPolicy
const cookieSeconds = 60 * 60

/** A person is asked each time, who they are and what they allow: both on one page, and both are answered together. */
export function policyFor(app: App) {
  const always = (answer: 'login' | 'consent') =>
    new Check('asked_each_time', 'a person has to decide', (ctx) => ctx.oidc.result?.[answer] === undefined)
  const question = (ctx: KoaContextWithOIDC) => ({ ...questionOf(app, ctx) })
  return [
    new Prompt({ name: 'login', requestable: true }, question, always('login')),
    new Prompt({ name: 'consent', requestable: true }, question, always('consent')),
  ]
}

/** What the page tells the person, noted now: later the client may say other things of itself. */
function questionOf(app: App, ctx: KoaContextWithOIDC): Question {
  const { client, params } = ctx.oidc
  const id = client!.clientId
  const asked = String(params!.scope ?? '').split(' ')
  return {
    browser: hashSecret(browserOf(app, ctx)).toString('hex'),
    client: { name: client!.clientName!, host: URL.parse(id)?.host ?? null },
    redirect: String(params!.redirect_uri),
    scopes: grantable.filter((scope) => asked.includes(scope)),
  }
}

/** One secret for a browser, however many clients ask in it at the same time. */
function browserOf({ config }: App, ctx: KoaContextWithOIDC): string {
  const secure = config.APP_URL.startsWith('https:')
  const name = `${secure ? '__Secure-' : ''}baton-${browserCookie}`
  const known = ctx.cookies.get(name, { signed: false })
  const browser = known ?? randomSecret()
  const maxAge = cookieSeconds * 1000
  ctx.cookies.set(name, browser, { maxAge, httpOnly: true, sameSite: 'lax', secure, signed: false })
  return browser
}
