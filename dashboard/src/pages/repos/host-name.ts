/** Returns the name of a code host for sentences: github.com. */
export function hostName(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Returns a URL from a code host if it is an HTTP URL. Other schemes must not become links. */
export function httpUrl(url: string | null): string | undefined {
  return url && /^https?:\/\//.test(url) ? url : undefined
}
