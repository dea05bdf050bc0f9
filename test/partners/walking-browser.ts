import type { TestOutputOf, TestServer } from '../harness.ts'

/**
 * A minimal browser for signing in at a provider: it stores cookies, follows redirects, and submits the sign-in and
 * consent forms of `oidc-provider`. It maps APP_URL to the tested server, whatever port that listens on.
 */
export interface Browser {
  /** Follows redirects from a URL to a page of the dashboard, or to a URL that `stopAt` accepts. */
  open(address: string, as?: string, stopAt?: (url: URL) => boolean): Promise<URL>
  /** Sends one request with this browser's cookies, without following redirects. */
  fetch(address: string, options?: RequestInit): Promise<Response>
  /** Returns a browser with the same cookies. */
  copy(): Browser
}

type Jar = Map<string, Map<string, string>>

export function createBrowser({ url, app }: TestServer, jar: Jar = new Map()): Browser {
  const { APP_URL } = app.config

  async function send(address: string, options: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address, APP_URL)
    const cookies = jar.get(origin) ?? new Map<string, string>()
    jar.set(origin, cookies)
    const headers = new Headers(options.headers)
    headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const there = new URL(address, APP_URL).href.replace(APP_URL, url)
    const response = await fetch(there, { ...options, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    return response
  }

  return {
    fetch: send,
    async open(address, as = 'nobody', stopAt = () => false) {
      let current = new URL(address, APP_URL)
      let form: RequestInit | undefined
      for (let steps = 0; steps < 20; steps++) {
        if (stopAt(current) || isPage(current, APP_URL)) return current
        const response = await send(current.href, form)
        form = undefined
        const location = response.headers.get('location')
        if (location) {
          current = new URL(location, current)
          continue
        }
        const html = await response.text()
        const [, action] = /action="([^"]+)"/.exec(html) ?? []
        if (!action) throw new Error(`${current.href} is not a sign-in page: ${response.status} ${html}`)
        const prompt = /name="prompt" value="login"/.test(html) ? 'login' : 'consent'
        const body = new URLSearchParams({ prompt, login: as, password: 'any' })
        form = { method: 'POST', body }
        current = new URL(action, current)
      }
      throw new Error('The redirects do not end.')
    },
    copy: () => createBrowser({ url, app } as TestServer, new Map([...jar].map(([o, c]) => [o, new Map(c)]))),
  }
}

/** Signs a user in at a provider in a new browser. Returns the final page and the values in its fragment. */
export async function signInAt(server: TestServer, provider: string, subject: string, to = '/') {
  const browser = createBrowser(server)
  const page = await browser.open(`/api/auth/oauth/${provider}?to=${encodeURIComponent(to)}`, subject)
  return { browser, page, told: pageText(page) }
}

/** Redeems the page's ticket, as the page itself would. */
export async function finishSignIn({ browser, told }: { browser: Browser; told: Record<string, string> }) {
  const response = await browser.fetch('/api/auth/oauth/finish', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ticket: told.ticket ?? 'none' }),
  })
  const result = (await response.json()) as TestOutputOf<'oauth.finish'> & { code?: string }
  return { status: response.status, ...result }
}

/** Returns the values in the fragment of a page's URL. */
export function pageText(page: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(page.hash.slice(1)))
}

export function isCallback(url: URL): boolean {
  return url.pathname.endsWith('/callback')
}

function isPage(url: URL, appUrl: string): boolean {
  return url.href.startsWith(`${appUrl}/`) && !url.pathname.startsWith('/api/')
}
