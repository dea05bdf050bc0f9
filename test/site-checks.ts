import assert from 'node:assert/strict'

/** Runs in the browser. Returns the texts of a page whose contrast is below AA (WCAG 2.2, 1.4.3). */
export const lowContrast = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const channels = (color) => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (color) => {
    const [r, g, b] = channels(color).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const backgroundOf = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each)
      if (channels(backgroundColor)[3] === 255) return backgroundColor
    }
    return 'white'
  }
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (texts.currentNode.textContent.trim() === '' || !element.checkVisibility()) continue
    const style = getComputedStyle(element)
    const [dark, light] = [luminance(style.color), luminance(backgroundOf(element))].sort((a, b) => a - b)
    const ratio = (light + 0.05) / (dark + 0.05)
    const size = parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    if (ratio < (isLarge ? 3 : 4.5))
      found.push(texts.currentNode.textContent.trim().slice(0, 40) + ' ' + ratio.toFixed(2))
  }
  return found
})()`

const feedFields: Record<string, string> = {
  version: 'string',
  title: 'string',
  home_page_url: 'string',
  feed_url: 'string',
  language: 'string',
  items: 'object',
}
const itemFields: Record<string, string> = {
  id: 'string',
  url: 'string',
  title: 'string',
  summary: 'string',
  content_html: 'string',
  date_published: 'string',
  date_modified: 'string',
  image: 'string',
  authors: 'object',
  tags: 'object',
}
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Checks a feed against the rules of JSON Feed 1.1: required fields, types, absolute URLs, times and unique ids. */
export function checkJsonFeed(text: string): void {
  const feed = JSON.parse(text) as Record<string, unknown> & { items: Record<string, unknown>[] }
  checkFields(feed, feedFields)
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
  assert.ok(feed.title)
  for (const url of [feed.home_page_url, feed.feed_url]) assert.ok(URL.canParse(String(url)))
  assert.ok(Array.isArray(feed.items))
  assert.equal(new Set(feed.items.map(({ id }) => id)).size, feed.items.length, 'ids are unique')
  for (const item of feed.items) {
    checkFields(item, itemFields)
    assert.ok(item.id && typeof item.content_html === 'string')
    assert.ok(URL.canParse(String(item.url)))
    for (const time of [item.date_published, item.date_modified]) assert.match(String(time), rfc3339)
    assert.ok((item.tags as unknown[]).every((tag) => typeof tag === 'string'))
    for (const author of (item.authors ?? []) as { name?: unknown; url?: unknown }[]) {
      assert.ok(author.name || author.url)
      if (author.url !== undefined) assert.ok(URL.canParse(String(author.url)))
    }
  }
}

function checkFields(value: Record<string, unknown>, fields: Record<string, string>): void {
  for (const [name, field] of Object.entries(value)) assert.equal(typeof field, fields[name], name)
}
