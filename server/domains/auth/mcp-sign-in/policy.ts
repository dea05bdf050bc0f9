import { type KoaContextWithOIDC, interactionPolicy } from 'oidc-provider'
import type { App } from '../../../operations/context.ts'
import { randomSecret } from '../../../platform/ids.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { grantable } from './addresses.ts'
import { type ConsentDetails, browserCookie } from './consent.ts'

const { Check, Prompt } = interactionPolicy
const cookieSeconds = 60 * 60

/** Requires authentication and consent for every request. The consent page handles both in one step. */
export function createPolicy(app: App) {
  const requireResult = (prompt: 'login' | 'consent') =>
    new Check('asked_each_time', 'a user must decide', (ctx) => ctx.oidc.result?.[prompt] === undefined)
  const details = (ctx: KoaContextWithOIDC) => ({ ...consentDetails(app, ctx) })
  return [
    new Prompt({ name: 'login', requestable: true }, details, requireResult('login')),
    new Prompt({ name: 'consent', requestable: true }, details, requireResult('consent')),
  ]
}

/** Returns the content of the consent page. Stored with the request, because the client's metadata can change. */
function consentDetails(app: App, ctx: KoaContextWithOIDC): ConsentDetails {
  const { client, params } = ctx.oidc
  const id = client!.clientId
  const requested = String(params!.scope ?? '').split(' ')
  return {
    browser: hashSecret(browserOf(app, ctx)).toString('hex'),
    client: { name: client!.clientName!, host: URL.parse(id)?.host ?? null },
    redirect: String(params!.redirect_uri),
    scopes: grantable.filter((scope) => requested.includes(scope)),
  }
}

/** Returns the secret of the browser, which all its concurrent sign-in requests share. Sets the cookie. */
function browserOf({ config }: App, ctx: KoaContextWithOIDC): string {
  const secure = config.APP_URL.startsWith('https:')
  const name = `${secure ? '__Secure-' : ''}baton-${browserCookie}`
  const existing = ctx.cookies.get(name, { signed: false })
  const browser = existing ?? randomSecret()
  const maxAge = cookieSeconds * 1000
  ctx.cookies.set(name, browser, { maxAge, httpOnly: true, sameSite: 'lax', secure, signed: false })
  return browser
}
