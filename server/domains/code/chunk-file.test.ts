import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chunkFile } from './chunk-file.ts'

const body = (lines: number) =>
  Array.from({ length: lines }, (_, at) => `  const value${at} = compute(${at})`)
const summary = (path: string, lines: string[]) =>
  chunkFile(path, lines).map(({ symbol, startLine, endLine }) => [symbol, startLine, endLine])

describe('chunks of a file', () => {
  it('start at functions and classes, with the comments above them', () => {
    const script = [
      "import fs from 'node:fs'",
      '',
      '/** Reads the file. */',
      'export async function readAll(path: string) {',
      ...body(12),
      '}',
      '',
      '// Keeps connections.',
      'class Pool extends Base {',
      ...body(12),
      '  async acquire(timeout) {',
      ...body(12),
      '  }',
      '}',
    ]
    assert.deepEqual(summary('src/pool.ts', script), [
      ['readAll', 1, 17],
      ['Pool', 19, 32],
      ['acquire', 33, 47],
    ])
  })

  it('follow the definitions of other languages', () => {
    const names = (path: string, ...starts: string[]) =>
      chunkFile(
        path,
        starts.flatMap((start) => [start, ...body(12), '']),
      ).map(({ symbol }) => symbol)
    assert.deepEqual(names('a.py', 'class Shop:', '    def buy(self, item):', 'async def main():'), [
      'Shop',
      'buy',
      'main',
    ])
    assert.deepEqual(names('a.go', 'func (s *Server) Close() error {', 'type Server struct {'), [
      'Close',
      'Server',
    ])
    assert.deepEqual(names('a.rs', 'pub async fn run<T>() {', 'impl<T> Drop for Pool<T> {'), ['run', 'Pool'])
    assert.deepEqual(names('A.java', 'public class Cart {', '    public List<Item> items() {'), [
      'Cart',
      'items',
    ])
    assert.deepEqual(names('a.rb', 'class Cart', '  def self.total'), ['Cart', 'total'])
    assert.deepEqual(names('a.c', 'static int read_all(int fd)', 'struct pool {'), ['read_all', 'pool'])
    assert.deepEqual(names('a.sql', 'create table if not exists orders ('), ['orders'])
    assert.deepEqual(names('a.js', 'app.use = function use (fn) {', 'Reply.prototype.send = function () {'), [
      'use',
      'send',
    ])
  })

  it('start at headings of Markdown, but not at comments in its code', () => {
    const section = (heading: string) => [heading, '', 'Sentence after sentence. '.repeat(20), '']
    const text = [...section('# Install'), '```sh', '# not a heading', '```', ...section('## Configure it')]
    assert.deepEqual(summary('README.md', text), [
      ['Install', 1, 7],
      ['Configure it', 8, 10],
    ])
  })

  it('contain every line with text once, within the limits, whatever the file contains', () => {
    const hostile: Record<string, string[]> = {
      'long.js': ['function long() {', ...body(400), '}'],
      'line.ts': [`const data = "${'x'.repeat(400_000)}"`],
      'open.md': ['```', ...body(200)],
      'brackets.ts': ['('.repeat(5000), `export const a: ${'<'.repeat(5000)} = (`, ...body(3)],
      'brackets.rs': Array.from({ length: 100 }, () => [`[${'a'.repeat(4990)}`, 'fn a() {']).flat(),
      'spaces.rs': Array.from({ length: 1700 }, () => `impl ${' '.repeat(295)}`),
      'words.c': Array.from({ length: 200 }, () => 'word '.repeat(500)),
      'unknown.xyz': Array.from({ length: 500 }, (_, at) => (at % 7 ? `line ${at}` : '')),
      'empty.ts': ['', '  ', ''],
    }
    const start = process.cpuUsage()
    for (const [path, lines] of Object.entries(hostile)) {
      const chunks = chunkFile(path, lines)
      const covered = chunks.flatMap(({ startLine, endLine }) =>
        Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at),
      )
      assert.equal(new Set(covered).size, covered.length, `${path} repeats no line`)
      const missing = lines.flatMap((line, at) =>
        /\w/.test(line) && !covered.includes(at + 1) ? [at + 1] : [],
      )
      assert.deepEqual(missing, [], path)
      for (const { text } of chunks) assert.ok(text.length <= 3200, path)
    }
    assert.ok(process.cpuUsage(start).user < 10_000_000, 'takes no superlinear time')
  })
})
