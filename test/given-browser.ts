/** The secret that the browser of the generated tests has. */
export const browserSecret = 'the browser of the generated tests'

/** What this browser brings along with every request. */
export const browser = {
  Cookie: ['oauth-ticket', 'mcp-sign-in']
    .map((name) => `baton-${name}=${encodeURIComponent(browserSecret)}`)
    .join('; '),
}
