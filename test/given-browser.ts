/** Cookie secret of the browser in the generated tests. */
export const browserSecret = 'the browser of the generated tests'

/** Headers that this browser sends with every request. */
export const browser = {
  Cookie: ['oauth-ticket', 'mcp-sign-in']
    .map((name) => `baton-${name}=${encodeURIComponent(browserSecret)}`)
    .join('; '),
}
