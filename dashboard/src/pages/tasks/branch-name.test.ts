import assert from 'node:assert/strict'
import { it } from 'node:test'
import { branchName } from './branch-name.ts'

it('returns a branch name with the key and the words of the title, cut at a word', () => {
  const names = [
    ['Fix login', 'web-12-fix-login'],
    ["  Don't *crash* on /api/tasks?q=1  ", 'web-12-dont-crash-on-api-tasks-q-1'],
    ['Prüfe Café-Menü', 'web-12-prufe-cafe-menu'],
    ['日本語', 'web-12'],
    ['Add a very long title that nobody would want to type '.repeat(3), /^web-12-add-a-very-.{20,40}[a-z]$/],
    ['x'.repeat(200), 'web-12'],
  ] as const
  for (const [title, expected] of names) {
    const name = branchName({ key: 'WEB-12', title })
    if (typeof expected === 'string') assert.equal(name, expected)
    else assert.match(name, expected)
    assert.ok(name.length <= 60)
  }
})
